/** Source that prepares the context of scripts: what scripts see is made inside it, so that no object of ours is within their reach. */
import { toolFunctions } from '../plan/functions.ts'

/**
 * Makes everything within reach of scripts unchangeable, so that no script leaves anything for another user's: it costs
 * some ms once, where a context of its own would make each pass several times as long. What objects commonly have of
 * their own although they inherit it, an error's name for instance, can still be set on them.
 */
const freezeWorld = `extraRoots => {
  for (const name of Object.getOwnPropertyNames(RegExp)) {
    // They hold what the last expression matched, whoever used it.
    if (name !== 'prototype' && name !== 'length' && name !== 'name' && name !== 'escape') delete RegExp[name]
  }
  const { freeze, getOwnPropertyDescriptor, getPrototypeOf, defineProperty } = Object
  const overridable = ['constructor', 'toString', 'toLocaleString', 'valueOf', 'toJSON', 'name', 'message']
  const inherited = (holder, name, value) => ({
    get: () => value,
    set(own) {
      if (this === holder) throw new TypeError('Cannot change ' + name + ': all users share it')
      defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
    configurable: false,
  })
  const roots = [globalThis, (function* () {})(), (async function* () {})(), async () => {}, [][Symbol.iterator](),
    new Map().entries(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g), new Int8Array(1),
    Iterator.from({ next() {} }), [].values().map(x => x),
    new Intl.Segmenter().segment('a'), new Intl.Segmenter().segment('a')[Symbol.iterator](), ...extraRoots]
  const seen = new Set()
  const queue = roots.slice()
  while (queue.length > 0) {
    const value = queue.pop()
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) continue
    seen.add(value)
    queue.push(getPrototypeOf(value))
    for (const name of Reflect.ownKeys(value)) {
      const found = getOwnPropertyDescriptor(value, name)
      queue.push(found.value, found.get, found.set)
    }
  }
  const prototypes = new Set()
  for (const value of seen) prototypes.add(getPrototypeOf(value))
  for (const value of seen) {
    if (typeof value === 'function' && typeof value.prototype === 'object') prototypes.add(value.prototype)
  }
  prototypes.delete(null)
  prototypes.delete(globalThis)
  for (const holder of prototypes) {
    for (const name of overridable) {
      const found = getOwnPropertyDescriptor(holder, name)
      if (found && found.configurable && found.writable) defineProperty(holder, name, inherited(holder, name, found.value))
    }
  }
  // Elements of typed arrays cannot be frozen; the one made above is reachable from nowhere.
  for (const value of seen) if (!ArrayBuffer.isView(value)) freeze(value)
}`

/** Evaluates to a function that takes the bridge of ScriptHost and defines vars, response, user, log, fn, fail and console. */
export const bootstrap = `(bridge => {
  // They let code run, or wait, outside the time that a script is given.
  for (const name of ['FinalizationRegistry', 'WeakRef', 'Atomics', 'SharedArrayBuffer', 'WebAssembly']) delete globalThis[name]
  const text = value => typeof value === 'string' ? value : value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const guard = call => (...args) => { try { return call(...args) } catch { return undefined } }
  const ask = {}
  for (const name of Object.keys(bridge)) ask[name] = guard(bridge[name])
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: false, configurable: false })
  const namePattern = /^[A-Za-z_][A-Za-z0-9_.]{0,63}$/
  define('vars', Object.freeze({
    get: name => ask.getVariable(text(name)),
    set: (name, value) => {
      if (!namePattern.test(text(name))) throw new TypeError('not a variable name: ' + text(name))
      ask.setVariable(text(name), text(value))
    },
    remove: name => ask.removeVariable(text(name)),
  }))
  const log = level => (...parts) => void ask.log(level, parts.map(text).join(' '))
  const logger = Object.freeze(Object.assign(log('info'), { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }))
  define('log', logger)
  define('console', Object.freeze({ log: logger.info, debug: logger.debug, info: logger.info, warn: logger.warn, error: logger.error }))
  define('user', Object.freeze(Object.defineProperties({}, {
    id: { get: () => ask.userId(), enumerable: true },
    iteration: { get: () => ask.iteration(), enumerable: true },
  })))
  const response = Object.freeze(Object.defineProperties({}, {
    status: { get: () => ask.status(), enumerable: true },
    durationMs: { get: () => ask.durationMs(), enumerable: true },
    body: { get: () => ask.body(), enumerable: true },
    header: { value: name => ask.header(text(name)) },
    json: { value: () => JSON.parse(ask.body()) },
  }))
  Object.defineProperty(globalThis, 'response', { get: () => ask.status() < 0 ? null : response, configurable: false })
  const fn = {}
  for (const name of ${JSON.stringify(Object.keys(toolFunctions))}) fn[name] = (...args) => ask.callFunction(name, args.map(text).join('\\0'))
  define('fn', Object.freeze(fn))
  define('fail', message => { throw new Error(text(message)) })
  define('describeFault', error => {
    if (error === null || typeof error !== 'object') return text(error) || 'failed'
    const where = /script:(\\d+)/.exec(text(error.stack))
    return text(error.name || 'Error') + ': ' + text(error.message) + (where ? ' (line ' + where[1] + ')' : '')
  })
  ;(${freezeWorld})([response])
})`
