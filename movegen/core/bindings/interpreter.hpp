// Threads of the core when the interpreter ends or the process forks: the one way to release and to
// take Python's lock.
//
// A daemon thread may still work in the core when the interpreter ends. Python (up to 3.13) ends
// such a thread by an exception as soon as it asks for the lock, which no C++ frame below can
// survive: the process would abort. So nothing asks for the lock any more once the interpreter is
// about to end; a thread that would sleeps until the process is gone. A callback that runs at that
// time is waited for.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

#if !defined(_WIN32)
#include <pthread.h>
#endif

namespace jackdaw {

// The state of one module; it has no destructor, for threads may outlive the interpreter.
class Interpreter {
  public:
    // Call when a thread is about to ask for the lock; leave once it has it and needs nothing more.
    void enter() {
        ++entered_;
        if (!is_ending_ || PyThread_get_thread_ident() == ender_) return;
        --entered_;
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    void leave() { --entered_; }

    // Called at the end of the interpreter, by the thread that ends it, with the lock.
    void end() {
        ender_ = PyThread_get_thread_ident();
        is_ending_ = true;
        PyThreadState* const state = PyEval_SaveThread();
        const auto limit = std::chrono::steady_clock::now() + kPatience;
        while (entered_ > 0 && std::chrono::steady_clock::now() < limit)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        PyEval_RestoreThread(state);
    }

    // Called in a new process: only the thread that forked is left, and it has the lock.
    void forget_other_threads() { entered_ = 0; }

  private:
    static constexpr std::chrono::seconds kPatience{2};  // with callbacks that run at the end

    std::atomic<int> entered_ = 0;
    std::atomic<bool> is_ending_ = false;
    unsigned long ender_ = 0;  // a thread
};

inline constinit Interpreter interpreter{};

// Releases the lock while the core works.
class ReleasedLock {
  public:
    ReleasedLock() : state_(PyEval_SaveThread()) {}
    ~ReleasedLock() {
        interpreter.enter();
        PyEval_RestoreThread(state_);
        interpreter.leave();
    }
    ReleasedLock(const ReleasedLock&) = delete;
    ReleasedLock& operator=(const ReleasedLock&) = delete;

  private:
    PyThreadState* const state_;
};

// Takes the lock for a callback, in a thread that has released it.
class TakenLock {
  public:
    TakenLock() {
        interpreter.enter();
        state_ = PyGILState_Ensure();
    }
    ~TakenLock() {
        PyGILState_Release(state_);
        interpreter.leave();
    }
    TakenLock(const TakenLock&) = delete;
    TakenLock& operator=(const TakenLock&) = delete;

  private:
    PyGILState_STATE state_;
};

// Prepares a module for the end of the interpreter and for forks.
inline void register_interpreter(nanobind::module_& m) {
    m.def("_end_interpreter", [] { interpreter.end(); }, "Let no thread take the lock any more.");
    nanobind::module_::import_("atexit").attr("register")(m.attr("_end_interpreter"));
#if !defined(_WIN32)
    ::pthread_atfork(nullptr, nullptr, [] { interpreter.forget_other_threads(); });
#endif
}

}  // namespace jackdaw
