// What this core was built by and for; `--version` shows it.
#pragma once

namespace jackdaw {

#define JACKDAW_TEXT_OF(value) #value
#define JACKDAW_TEXT(macro) JACKDAW_TEXT_OF(macro)

#if defined(__clang__)
inline constexpr const char* kCompiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
inline constexpr const char* kCompiler = "GCC " __VERSION__;
#elif defined(_MSC_VER)
inline constexpr const char* kCompiler = "MSVC " JACKDAW_TEXT(_MSC_FULL_VER);
#else
inline constexpr const char* kCompiler = "an unknown compiler";
#endif

// The instructions that it may use: the levels of the x86-64 psABI, or the architecture.
#if defined(__AVX512BW__) && defined(__AVX512VL__)
inline constexpr const char* kInstructions = "x86-64-v4";
#elif defined(__AVX2__) && (defined(__BMI2__) || defined(_MSC_VER))
inline constexpr const char* kInstructions = "x86-64-v3";
#elif defined(__SSE4_2__) && defined(__POPCNT__)
inline constexpr const char* kInstructions = "x86-64-v2";
#elif defined(__x86_64__) || defined(_M_X64)
inline constexpr const char* kInstructions = "x86-64";
#elif defined(__aarch64__) || defined(_M_ARM64)
inline constexpr const char* kInstructions = "ARM64";
#else
inline constexpr const char* kInstructions = "an unknown processor";
#endif

#undef JACKDAW_TEXT
#undef JACKDAW_TEXT_OF

}  // namespace jackdaw
