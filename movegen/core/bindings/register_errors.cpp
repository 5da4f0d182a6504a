// The errors of all bindings as those of this project: movegen.errors.

#include <nanobind/nanobind.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "movegen/core/bindings/registration.hpp"
#include "movegen/core/generation/any_order_plays.hpp"

namespace jackdaw {
namespace {

// Raises an error of movegen.errors; if that fails, the error that says why.
void raise(const char* name, const char* problem) {
    try {
        const nanobind::object kind = nanobind::module_::import_("movegen.errors").attr(name);
        PyErr_SetObject(kind.ptr(), kind(problem).ptr());
    } catch (nanobind::python_error& error) {
        error.restore();
    }
}

void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::invalid_argument& error) {
        raise("ArgumentError", error.what());
    } catch (const std::bad_cast&) {
        raise("ArgumentError", "an argument has another type");
    } catch (const std::length_error&) {
        raise("OutOfMemoryError", "the memory for a call is too much");
    } catch (const TooManyPlays& error) {
        raise("TooManyPlaysError", error.what());
    } catch (const std::bad_alloc&) {
        raise("OutOfMemoryError", "there is not enough memory");
    } catch (const std::system_error&) {
        raise("ThreadError", "the system refuses to start as many threads");
    }
}

}  // namespace

void register_errors(nanobind::module_&) { nanobind::register_exception_translator(translate); }

}  // namespace jackdaw
