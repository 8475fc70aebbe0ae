/** Source that prepares a guest: the objects that scripts see are created inside it. */
import { toolFunctions } from '@pone/plan/functions/functions.ts'

/**
 * Freezes all objects that scripts can reach, so that no script leaves anything for another user's: this costs some ms
 * once, whereas a context of its own would make each pass several times as long. Properties that objects often have of
 * their own although they inherit them, e.g. an error's name, can still be set.
 */
const freezeWorld = `extraRoots => {
  for (const name of Object.getOwnPropertyNames(RegExp)) {
    // They contain the last match, of any script.
    if (name !== 'prototype' && name !== 'length' && name !== 'name' && name !== 'escape') delete RegExp[name]
  }
  const { freeze, getOwnPropertyDescriptor, getPrototypeOf, defineProperty } = Object
  const overridable = ['constructor', 'toString', 'toLocaleString', 'valueOf', 'toJSON', 'name', 'message']
  const inherited = (holder, name, value) => ({
    get: () => value,
    set(own) {
      if (this === holder) throw new TypeError('Cannot change ' + name + ': all users share it')
      if (typeof own === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string: ' + name)
      defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
    configurable: false,
  })
  const roots = [globalThis, (function* () {})(), (async function* () {})(), async () => {}, [][Symbol.iterator](),
    new Map().entries(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g), new Int8Array(1),
    Iterator.from({ next() {} }), [].values().map(x => x), ...extraRoots]
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
  // Elements of typed arrays cannot be frozen; the one created above is not reachable.
  for (const value of seen) if (!ArrayBuffer.isView(value)) freeze(value)
}`

/**
 * Removes features of the engine that scripts never had: waiting, shared memory, code from texts. A script
 * can do no harm with the last; refusing it keeps the language the same as before.
 */
const removeExtras = `ask => {
  const extras = ['FinalizationRegistry', 'WeakRef', 'Atomics', 'SharedArrayBuffer', 'WebAssembly', 'queueMicrotask',
    'performance', 'DOMException', 'atob', 'btoa', 'navigator']
  for (const name of extras) delete globalThis[name]
  // Their setters store a value for all scripts.
  for (const name of ['prepareStackTrace', 'stackTraceLimit']) delete Error[name]
  const refuse = () => {
    ask.refused()
    throw new EvalError('Code generation from strings disallowed for this context')
  }
  const replace = (holder, name, value) => Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true })
  replace(globalThis, 'eval', refuse)
  for (const each of [async () => {}, function* () {}, async function* () {}, () => {}]) {
    const prototype = Object.getPrototypeOf(each)
    const constructor = function Function() { refuse() }
    Object.defineProperty(constructor, 'prototype', { value: prototype, writable: false })
    replace(prototype, 'constructor', constructor)
    if (prototype === Object.getPrototypeOf(refuse)) replace(globalThis, 'Function', constructor)
  }
}`

/**
 * Language-dependent formats: the engine has none of its own, so the host formats. Values are passed as texts, options
 * as JSON.
 */
const addLocales = `ask => {
  const localized = (form, value, args) => ask.localize(form, value, JSON.stringify(args[0] ?? null), JSON.stringify(args[1] ?? null))
  const method = (holder, name, form, valueOf) => Object.defineProperty(holder, name, {
    value: { [name](...args) { return localized(form, valueOf(this), args) } }[name], writable: true, enumerable: false, configurable: true,
  })
  const instant = date => String(Date.prototype.getTime.call(date))
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) method(Date.prototype, name, name, instant)
  method(Number.prototype, 'toLocaleString', 'number', value => String(Number.prototype.valueOf.call(value)))
  method(BigInt.prototype, 'toLocaleString', 'bigint', value => String(BigInt.prototype.valueOf.call(value)))
  const compare = (a, b, args) => Number(ask.compareTexts(String(a), String(b), JSON.stringify(args[0] ?? null), JSON.stringify(args[1] ?? null)))
  Object.defineProperty(String.prototype, 'localeCompare', {
    value: { localeCompare(other, ...args) { return compare(this, other, args) } }.localeCompare, writable: true, enumerable: false, configurable: true,
  })
  class DateTimeFormat {
    #args
    constructor(...args) { this.#args = args; this.resolvedOptions() }
    format(date = Date.now()) { return localized('dateTimeFormat', String(Number(date)), this.#args) }
    resolvedOptions() { return JSON.parse(localized('resolvedDateTimeFormat', '', this.#args)) }
  }
  class NumberFormat {
    #args
    constructor(...args) { this.#args = args; this.resolvedOptions() }
    format(value) { return localized(typeof value === 'bigint' ? 'bigint' : 'number', String(value), this.#args) }
    resolvedOptions() { return JSON.parse(localized('resolvedNumberFormat', '', this.#args)) }
  }
  class Collator {
    #args
    constructor(...args) { this.#args = args }
    compare = (a, b) => compare(a, b, this.#args)
  }
  Object.defineProperty(globalThis, 'Intl', { value: { DateTimeFormat, NumberFormat, Collator }, writable: true, enumerable: false, configurable: true })
}`

/** The guest's calls to the host; `scriptBridge` answers. */
export const hostCalls = [
  'getVariable',
  'setVariable',
  'removeVariable',
  'log',
  'callFunction',
  'userId',
  'iteration',
  'status',
  'durationMs',
  'body',
  'header',
  'localize',
  'compareTexts',
  'refused',
] as const
export type HostCall = (typeof hostCalls)[number]

/**
 * Defines vars, response, user, log, fn, fail and console; evaluates to the function that runs a script's function: it
 * returns '' or the error.
 */
export const bootstrap = `(() => {
  const ask = {}
  for (const name of ${JSON.stringify(hostCalls)}) {
    ask[name] = globalThis[name]
    delete globalThis[name]
  }
  ;(${removeExtras})(ask)
  ;(${addLocales})(ask)
  const text = value => typeof value === 'string' ? value : value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
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
  for (const name of ${JSON.stringify(Object.keys(toolFunctions))}) fn[name] = (...args) => ask.callFunction(name, ...args.map(text))
  define('fn', Object.freeze(fn))
  define('fail', message => { throw new Error(text(message)) })
  const describe = error => {
    if (error === null || typeof error !== 'object') return text(error) || 'failed'
    const where = /script:(\\d+)/.exec(text(error.stack))
    return text(error.name || 'Error') + ': ' + text(error.message) + (where ? ' (line ' + where[1] + ')' : '')
  }
  ;(${freezeWorld})([response])
  return script => {
    try {
      script.call(undefined)
      return ''
    } catch (error) {
      return describe(error) || 'failed'
    }
  }
})()`
