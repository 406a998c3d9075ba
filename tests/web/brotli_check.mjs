// Reads a file that is compressed with Brotli and prints the SHA-256 of what it holds.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

const [, , path] = process.argv;
console.log(createHash("sha256").update(brotliDecompressSync(readFileSync(path))).digest("hex"));
