// parse.cpp: what simdjson takes to parse the records of W4 (see w4_blob.c), into no types. Built where it is installed.
//
// Prints the rows that Benchmarks/c/bench.h describes.
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

namespace {

std::string records(std::size_t size) {
  std::string text = "[";
  for (std::size_t id = 0; text.size() < size - 64; id++) {
    const std::string number = std::to_string(id);
    const std::string title = id % 8 == 0   ? "record \\\"" + number + "\\\""
                              : id % 8 == 1 ? "\xC3\xA9 record " + number
                                            : "record number " + number;
    text += (id ? ",{\"id\":" : "{\"id\":") + number + ",\"title\":\"" + title + "\",\"isDone\":";
    text += id % 3 == 0 ? "true}" : "false}";
  }
  return text + "]";
}

double time_of(simdjson::dom::parser &parser, const simdjson::padded_string &text, std::size_t count) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < count; i++) {
    simdjson::dom::array parsed;
    if (parser.parse(text).get(parsed) != simdjson::SUCCESS) std::exit(1);
  }
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

void measure(const char *workload, std::size_t size) {
  const simdjson::padded_string text(records(size));
  simdjson::dom::parser parser;
  std::size_t count = 1;
  while (time_of(parser, text, count) < 50e6) count *= 2;
  std::vector<double> times;
  for (int run = 0; run < 7; run++) times.push_back(time_of(parser, text, count) / static_cast<double>(count));
  std::sort(times.begin(), times.end());
  std::printf("%s\tsimdjson parse, untyped\t%.2f\tns\t%.2f\t%.2f\n", workload, times[3], times.front(), times.back());
}

}  // namespace

int main() {
  measure("P9 decode 10 KB of records", 10 * 1024);
  measure("P9 decode 1 MB of records", 1024 * 1024);
}
