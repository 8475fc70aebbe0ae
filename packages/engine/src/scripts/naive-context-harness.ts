/** A sandbox as in 0.5.0 and earlier versions, a context of node:vm with functions of the main realm: the known escapes are proven against it. As a program it prints which of them escape. */
import vm from 'node:vm'
import { knownEscapes, reachPrelude } from './known-escapes.ts'

const timeoutMs = 3_000

/** Runs the code of a known escape; `got` is called with what it found, the process if it escaped. Its exceptions are ignored. */
export function runInNaiveContext(code: string, got: (found: unknown) => void): void {
  const bridge = {
    got,
    vars: {
      get: (name: unknown) => String(name),
      set: (name: string, value: string) => void `${name}${value}`,
      remove: () => undefined,
    },
    log: Object.assign((...parts: unknown[]) => void JSON.stringify(parts), { info: () => undefined }),
    console: { log: () => undefined },
    fn: { md5: (text: string) => text.toLowerCase(), uuid: () => 'x' },
    user: { id: 1 },
    response: { status: 200, json: () => ({}), header: (name: string) => name.toLowerCase() },
    fail: () => undefined,
  }
  try {
    const context = vm.createContext(bridge, { microtaskMode: 'afterEvaluate' })
    new vm.Script(`(() => {${reachPrelude}${code}\n})()`).runInContext(context, { timeout: timeoutMs })
  } catch {
    // Most of them end with an error.
  }
}

if (process.argv[1] === import.meta.filename) {
  process.on('unhandledRejection', () => undefined)
  const out = knownEscapes.filter(({ code }) => {
    let isOut = false
    runInNaiveContext(code, () => {
      isOut = true
    })
    return isOut
  })
  process.stdout.write(JSON.stringify(out.map(({ name }) => name)))
}
