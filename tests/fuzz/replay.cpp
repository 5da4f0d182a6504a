// Runs a target once on each file that is named, or that lies in a folder that is named: where the
// compiler has no libFuzzer. Options of libFuzzer are ignored.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
    int runs = 0;
    for (int i = 1; i < count; ++i) {
        if (arguments[i][0] == '-') continue;
        if (std::filesystem::is_directory(arguments[i])) {
            for (const auto& entry : std::filesystem::directory_iterator(arguments[i]))
                replay(entry.path()), ++runs;
        } else {
            replay(arguments[i]), ++runs;
        }
    }
    std::fprintf(stderr, "Done %d runs\n", runs);
}
