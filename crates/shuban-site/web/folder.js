// The published folder: its catalogue, and questions to its layers. The module names the bytes that it
// needs, they are read and given, and it is asked again, until it answers.
import { drop } from './kept.js';
import { Module, compile } from './module.js';
import { HostError, pieceAddress, read, readOpening } from './ranges.js';

/** Most times that one question may need bytes. */
const ROUNDS = 100;

/** Returns what a promise came to, which is asked for once unless it fails. */
const once = (load) => {
  let loading = null;
  return () => {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
};
const absolute = (path) => new URL(path, document.baseURI).href;
const json = (path) => once(async () => {
  const address = absolute(path);
  try {
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`the host answered ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new HostError(address, error.message);
  }
});

export const catalogue = json('catalogue.json');
const modules = json('site/modules.json');
const families = new Map();

/** Returns the family of games of a domain, or null if the site has no module for it. */
export async function familyOf(domain) {
  const [{ layers }, all] = await Promise.all([catalogue(), modules()]);
  const isOf = ({ prefixes }, name) => prefixes.includes(name.split('/')[0]);
  const found = all.find((module) => isOf(module, domain));
  if (!found) return null;
  if (!families.has(found.file)) {
    // Of a layer with two files its own answers, not the compact one.
    const own = new Set(layers.filter((layer) => !layer.is_compact).map((layer) => layer.domain));
    const isUsed = ({ domain, is_compact: isCompact }) => isOf(found, domain) && !(isCompact && own.has(domain));
    families.set(found.file, new Family(found.file, layers.filter(isUsed)));
  }
  return families.get(found.file);
}

/** A question without an answer, such as one about a text that is no position. */
export class RefusedError extends Error {}

/** Bytes that are not what their checksums say, and the parts that were read of their layer. */
class DamagedError extends Error {
  constructor(message, parts) {
    super([message, ...new Set(parts.map(({ piece }) => piece))].join('\n'));
    this.parts = parts;
  }
}

class Family {
  #file;
  #layers;
  #compiled;
  #started;

  constructor(file, layers) {
    this.#file = file;
    this.#layers = layers;
    this.#compiled = once(() => compile(absolute(`site/${file}`)));
    this.#start();
  }

  #start() {
    this.#started = once(async () => {
      const module = await Module.of(await this.#compiled());
      const layers = this.#layers.map(({ domain, bytes }) => ({ name: domain, bytes }));
      return { module, ...module.ask({ what: 'layers', layers }), opened: new Set() };
    });
  }

  /** Returns the game of a domain, as the module knows it. */
  async game(domain) {
    const { games, layers } = await this.#started();
    const own = layers[this.#layers.findIndex((layer) => layer.domain === domain)];
    return games.find(({ name }) => name === own);
  }

  /** Returns the answer of a domain; of another layer of its game, if the position is not in this one. */
  async probe(domain, asked, signal) {
    try {
      return (await this.ask({ what: 'probe', ...asked, domain }, signal)).answer;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return (await this.ask({ what: 'probe', ...asked, domain: null }, signal)).answer;
    }
  }

  layer(domain) {
    return this.#layers.find((layer) => layer.domain === domain);
  }

  /** Returns the reply to a question, after reading what the module needs for it. */
  async ask(question, signal) {
    try {
      return await this.#answer(question, { signal });
    } catch (error) {
      const isStopped = error instanceof WebAssembly.RuntimeError;
      if (!isStopped && !(error instanceof DamagedError)) throw error;
      // The module begins anew. The kept parts may be bad: the host is asked once more.
      this.#start();
      if (isStopped) throw new Error(`${this.#file} stopped: ${error.message}`);
      await Promise.all(error.parts.map(({ piece, start, end }) => drop(piece, start, end)));
      return this.#answer(question, { signal, isFresh: true });
    }
  }

  async #answer(question, how) {
    const { module, opened } = await this.#started();
    const used = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      how.signal?.throwIfAborted();
      const { needs, error, ...reply } = module.ask(question);
      if (error) throw this.#error(error, used);
      if (!needs) return reply;
      const layer = (number) => this.#layers[number];
      const closed = new Set(needs.map((need) => need.layer).filter((number) => !opened.has(number)));
      const wanted = needs.filter((need) => opened.has(need.layer))
        .map((need) => ({ ...need, layer: layer(need.layer) }));
      const openings = [...closed].map((number) => readOpening(layer(number), how));
      const given = (await Promise.all([...openings, read(wanted, how)])).flat();
      how.signal?.throwIfAborted();
      for (const one of given) module.give(this.#layers.indexOf(one.layer), one.offset, one.bytes);
      closed.forEach((number) => opened.add(number));
      used.push(...given);
    }
    throw new Error(`${this.#file} asks for bytes without end`);
  }

  #error({ message, layer }, used) {
    if (typeof layer !== 'number') return new RefusedError(message);
    const own = this.#layers[layer];
    const parts = used.filter((given) => given.layer === own).flatMap((given) => given.parts);
    const unknown = { piece: pieceAddress(own.pieces[0]), start: 0, end: 0 };
    return new DamagedError(message, parts.length > 0 ? parts : [unknown]);
  }
}
