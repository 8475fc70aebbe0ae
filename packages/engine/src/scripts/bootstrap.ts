/** Source that prepares the context of scripts: what scripts see is made inside it, so that no object of ours is within their reach. */
import { toolFunctions } from '../plan/functions.ts'

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
})`
