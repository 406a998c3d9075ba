/** Reads MessagePack, as far as the protocol uses it: no extensions, numbers within 53 bits. */

const TEXT = new TextDecoder();
const MOST_DEPTH = 64;
const MOST_TEXT = 64 * 1024;

/**
 * How many values may still be read: a small file can hold millions of empty maps. Whoever reads
 * several parts of one file hands the same budget on.
 */
export const budget = (values = 6_000_000) => ({ values });

class Reader {
  /** @param {Uint8Array} bytes @param {{values: number}} left */
  constructor(bytes, left) {
    this.left = left;
    this.depth = 0;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  /** An unsigned number of so many bytes. */
  number(size) {
    const { view, at } = this;
    this.at += size;
    if (size === 1) return view.getUint8(at);
    if (size === 2) return view.getUint16(at);
    if (size === 4) return view.getUint32(at);
    return Number(view.getBigUint64(at));
  }

  signed(size) {
    const { view, at } = this;
    this.at += size;
    if (size === 1) return view.getInt8(at);
    if (size === 2) return view.getInt16(at);
    if (size === 4) return view.getInt32(at);
    return Number(view.getBigInt64(at));
  }

  float(size) {
    const { view, at } = this;
    this.at += size;
    return size === 4 ? view.getFloat32(at) : view.getFloat64(at);
  }

  raw(length) {
    this.at += length;
    if (this.at > this.bytes.length) throw new RangeError("the MessagePack is cut off");
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(length) {
    if (length > MOST_TEXT) throw new RangeError("a text is too long");
    return TEXT.decode(this.raw(length));
  }

  /** A list's or a map's values: all must be there, so no length is a lie. */
  inside(length, read) {
    if (length > this.bytes.length - this.at) throw new RangeError("the MessagePack is cut off");
    this.depth += 1;
    if (this.depth > MOST_DEPTH) throw new RangeError("lists lie too deep in each other");
    const found = read();
    this.depth -= 1;
    return found;
  }

  list(length) {
    return this.inside(length, () => Array.from({ length }, () => this.value()));
  }

  map(length) {
    return this.inside(length, () => this.entries(length));
  }

  entries(length) {
    /** @type {Record<string, any>} */
    const found = {};
    for (let at = 0; at < length; at += 1) {
      const key = String(this.value());
      Object.defineProperty(found, key, { value: this.value(), enumerable: true, writable: true, configurable: true });
    }
    return found;
  }

  /** @returns {any} */
  value() {
    this.left.values -= 1;
    if (this.left.values < 0) throw new RangeError("there are too many values");
    const kind = this.number(1);
    if (kind < 0x80) return kind;
    if (kind < 0x90) return this.map(kind & 15);
    if (kind < 0xa0) return this.list(kind & 15);
    if (kind < 0xc0) return this.text(kind & 31);
    if (kind >= 0xe0) return kind - 256;
    const read = KINDS[kind];
    if (!read) throw new RangeError(`MessagePack of kind ${kind}`);
    return read(this);
  }
}

/** @type {Record<number, (reader: Reader) => any>} */
const KINDS = {
  0xc0: () => null,
  0xc2: () => false,
  0xc3: () => true,
  0xc4: (reader) => reader.raw(reader.number(1)),
  0xc5: (reader) => reader.raw(reader.number(2)),
  0xc6: (reader) => reader.raw(reader.number(4)),
  0xca: (reader) => reader.float(4),
  0xcb: (reader) => reader.float(8),
  0xcc: (reader) => reader.number(1),
  0xcd: (reader) => reader.number(2),
  0xce: (reader) => reader.number(4),
  0xcf: (reader) => reader.number(8),
  0xd0: (reader) => reader.signed(1),
  0xd1: (reader) => reader.signed(2),
  0xd2: (reader) => reader.signed(4),
  0xd3: (reader) => reader.signed(8),
  0xd9: (reader) => reader.text(reader.number(1)),
  0xda: (reader) => reader.text(reader.number(2)),
  0xdb: (reader) => reader.text(reader.number(4)),
  0xdc: (reader) => reader.list(reader.number(2)),
  0xdd: (reader) => reader.list(reader.number(4)),
  0xde: (reader) => reader.map(reader.number(2)),
  0xdf: (reader) => reader.map(reader.number(4)),
};

/** The value that the bytes hold. Throws RangeError where they are no whole one, or too much. @param {Uint8Array} bytes */
export function unpacked(bytes, left = budget()) {
  return new Reader(bytes, left).value();
}
