// A module of WebAssembly, which knows the rules and the format of files. It does no input or output:
// a question is asked in JSON, and answered, or the module says which bytes of which files it needs.

/** Name of the cache of the service worker, which finds the module there without a connection. */
const SHELL = 'shuban-site';

/** Compiles the module of an address. */
export async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: the host answered ${response.status}`);
  // On the first visit the service worker comes too late to see it.
  const copy = response.clone();
  globalThis.caches?.open(SHELL).then((shell) => shell.put(address, copy)).catch(() => {});
  // Not streamed: hosts need not know the type of .wasm.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A module at work. It remembers what it was given. */
export class Module {
  #exports;

  static async of(compiled) {
    const module = new Module();
    module.#exports = (await WebAssembly.instantiate(compiled, {})).exports;
    return module;
  }

  /** Writes bytes where the module reads them. */
  #write(bytes) {
    const at = this.#exports.room(bytes.length) >>> 0;
    // Memory may have grown, and older views are void then.
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Returns the reply to a question. */
  ask(question) {
    const text = new TextEncoder().encode(JSON.stringify(question));
    this.#write(text);
    const length = this.#exports.ask(text.length) >>> 0;
    const reply = new Uint8Array(this.#exports.memory.buffer, this.#exports.reply() >>> 0, length);
    return JSON.parse(new TextDecoder().decode(reply));
  }

  /** Gives bytes of a layer's file, from an offset on. */
  give(layer, offset, bytes) {
    this.#write(bytes);
    this.#exports.give(layer, offset, bytes.length);
  }
}
