/**
 * Publicly known ways out of a JavaScript sandbox, as scripts: escapes from node:vm, vm2, realms and
 * similar ones. Each passes what it obtained to `reach`, which tries to get from there to the `process` of the host.
 * Used by the tests of both walls (docs/decisions/029-two-walls.md).
 */

export interface KnownEscape {
  readonly name: string
  readonly code: string
}

/** Prefix of each of them. `got` is called with the host's process if one is found. */
export const reachPrelude = `const seen = new Set();
const reach = (h, depth = 0) => {
  if (h === null || (typeof h !== 'object' && typeof h !== 'function') || depth > 3 || seen.has(h)) return;
  seen.add(h);
  const attempts = [
    () => h.constructor.constructor('return process')(), () => h.constructor('return process')(), () => h.process,
    () => h.getThis().process, () => h.getFunction().constructor('return process')(), () => h.mainModule && h,
    () => Object.getPrototypeOf(h).constructor.constructor('return process')(),
    () => h.__proto__.__proto__.constructor.constructor('return process')(),
  ];
  for (const attempt of attempts) { try { const p = attempt(); if (typeof p.pid === 'number' && typeof p.versions.v8 === 'string') got(p); } catch (e) { void 0 } }
  if (depth < 3) { let keys = []; try { keys = Reflect.ownKeys(h).slice(0, 40) } catch (e) { void 0 } for (const key of keys) { try { reach(h[key], depth + 1) } catch (e) { void 0 } } }
};
`

const deep = '(function deep() { deep() })()'
const way = (name: string, code: string): KnownEscape => ({ name, code })
/** A value whose use by the host calls code of the script. */
const asArgument = (name: string, value: string): KnownEscape =>
  way(
    name,
    `const bait = ${value}; for (const call of [() => vars.get(bait), () => vars.set(bait, bait), () => vars.set('x', bait), () => log(bait), () => fn.md5(bait), () => response?.header(bait)]) { try { reach(call()) } catch (e) { reach(e) } }`,
  )

export const knownEscapes: readonly KnownEscape[] = [
  // Errors that the host's own code throws while it writes a stack.
  way(
    'error with a symbol as name',
    "const e = new Error('x'); e.name = Symbol(); try { e.stack } catch (h) { reach(h) }",
  ),
  way(
    'error with a symbol as message',
    'const e = new Error(); e.message = Symbol(); try { e.stack } catch (h) { reach(h) }',
  ),
  way(
    'symbol as name before the stack is made',
    'class E extends Error { get name() { return Symbol() } }; try { throw new E() } catch (e) { try { e.stack } catch (h) { reach(h) } }',
  ),
  way(
    'getter of a subclass throws inside stack',
    `class E extends Error { get name() { ${deep} } }; try { new E('x').stack } catch (h) { reach(h) }`,
  ),
  way(
    'toString of a name that is an object',
    "const e = new Error('x'); e.name = { toString() { return Symbol() } }; try { e.stack } catch (h) { reach(h) }; try { String(e) } catch (h) { reach(h) }",
  ),
  way(
    'stack of an error of a proxied class',
    "const P = new Proxy(Error, { get(t, k, r) { if (k === 'name') throw new P('y'); return Reflect.get(t, k, r) } }); try { new P('x').stack } catch (h) { reach(h) }",
  ),
  way(
    'cause that is a proxy',
    "try { throw new Error('x', { cause: new Proxy({}, { get(t, k, r) { reach(r); reach(k); return undefined } }) }) } catch (e) { try { reach(e.cause); reach(e.stack) } catch (h) { reach(h) } }",
  ),
  way(
    'aggregate error over a broken iterator',
    'try { new AggregateError({ [Symbol.iterator]() { return { next() { return Symbol() } } } }) } catch (h) { reach(h) }',
  ),
  way(
    'captureStackTrace on a foreign object',
    'const o = {}; try { Error.captureStackTrace(o); reach(o.stack) } catch (h) { reach(h) }; try { Error.captureStackTrace(Object.freeze({})) } catch (h) { reach(h) }',
  ),
  way(
    'captureStackTrace with a symbol as name',
    'const o = { name: Symbol(), message: Symbol() }; try { Error.captureStackTrace(o); o.stack } catch (h) { reach(h) }',
  ),
  way(
    'prepareStackTrace takes call sites',
    'try { Error.prepareStackTrace = (e, sites) => { sites.forEach(s => { reach(s); try { reach(s.getThis()); reach(s.getFunction()) } catch (h) { reach(h) } }); return sites }; reach(new Error().stack); null.x } catch (e) { try { reach(e.stack) } catch (h) { reach(h) } }',
  ),
  way(
    'prepareStackTrace when the host throws',
    'try { Error.prepareStackTrace = (e, sites) => { reach(e); sites.forEach(s => reach(s)); return e } } catch (e) { reach(e) }; try { vars.set({ toString() { throw 1 } }, 1) } catch (e) { try { reach(e); e.stack } catch (h) { reach(h) } }',
  ),
  way(
    'prepareStackTrace on an object by inheritance',
    "try { Object.defineProperty(Object.prototype, 'prepareStackTrace', { get() { return (e, s) => { s.forEach(x => reach(x)); return s } } }); new Error().stack } catch (e) { try { reach(e); reach(e.stack) } catch (h) { reach(h) } }",
  ),
  way(
    'stackTraceLimit with a value that calls',
    'try { Error.stackTraceLimit = { valueOf() { reach(this); return 100 } }; new Error().stack } catch (h) { reach(h) }',
  ),
  way(
    'stack of a syntax error of a pattern',
    "try { new RegExp('(') } catch (e) { e.name = Symbol(); try { e.stack } catch (h) { reach(h) } }",
  ),
  way(
    'stack of a JSON error',
    "try { JSON.parse('{') } catch (e) { reach(e); e.message = Symbol(); try { e.stack; String(e) } catch (h) { reach(h) } }",
  ),
  // Overflows: an error that is created while the host's code is on the stack.
  way('overflow caught', `try { ${deep} } catch (e) { reach(e) }`),
  way(
    'overflow inside a host call',
    "const f = () => { try { vars.get('x'); f() } catch (e) { reach(e) } }; f()",
  ),
  way(
    'overflow inside stack',
    "let n = 0; const f = () => { try { const e = new Error('x'); e.name = Symbol(); e.stack; f() } catch (e) { reach(e); if (n++ < 2000) f() } }; try { f() } catch (e) { reach(e) }",
  ),
  way(
    'overflow inside a log call',
    'const f = n => { try { log({ toJSON() { return f(n + 1) } }) } catch (e) { reach(e) } }; f(0)',
  ),
  way('overflow inside a sort', 'const f = () => [1, 2].sort(() => f()); try { f() } catch (e) { reach(e) }'),
  way(
    'overflow inside a proxy trap',
    'const p = new Proxy({}, { get(t, k, r) { return r[k] } }); try { p.x } catch (e) { reach(e) }',
  ),
  way(
    'overflow inside a promise reaction',
    'const f = () => { Promise.resolve().then(f).catch(reach); f() }; try { f() } catch (e) { reach(e) }',
  ),
  // Constructors of all kinds of functions.
  way(
    'constructor of the global object',
    "try { reach(globalThis); globalThis.constructor.constructor('return process')() } catch (e) { reach(e) }",
  ),
  way(
    'constructor of a function',
    "try { const p = (() => {}).constructor('return process')(); reach(p) } catch (e) { reach(e) }",
  ),
  way(
    'constructor of an async function',
    "try { (async () => {}).constructor('return process')().then(reach, reach) } catch (e) { reach(e) }",
  ),
  way(
    'constructor of a generator',
    "try { reach((function* () {}).constructor('return process')().next().value) } catch (e) { reach(e) }",
  ),
  way(
    'constructor of an async generator',
    "try { (async function* () {}).constructor('return process')().next().then(v => reach(v.value), reach) } catch (e) { reach(e) }",
  ),
  way(
    'indirect eval',
    "try { reach((0, eval)('process')); reach((0, eval)('this')) } catch (e) { reach(e) }",
  ),
  way(
    'Function by Reflect.construct',
    "try { reach(Reflect.construct(Function, ['return process'])()) } catch (e) { reach(e) }",
  ),
  way(
    'this of a sloppy function',
    'try { reach(Function.prototype.call.call(function () { return this }, null)); reach([].map(function () { return this }.bind(null))) } catch (e) { reach(e) }',
  ),
  // Objects that the host passes in.
  way(
    'constructors of the host’s functions',
    'for (const f of [vars.get, vars.set, log, log.info, fn.md5, fail, console.log]) { reach(f); try { reach(f.constructor); f.constructor("return process")() } catch (e) { reach(e) } }',
  ),
  way(
    'caller and arguments of a host function',
    'for (const f of [vars.get, log, fn.md5]) { try { reach(f.caller); reach(f.arguments) } catch (e) { reach(e) } }',
  ),
  way(
    'this of a host function',
    "for (const self of [null, globalThis, new Proxy({}, { get(t, k, r) { reach(r); return undefined } })]) { try { reach(vars.get.call(self, 'x')); reach(Reflect.apply(log, self, ['x'])) } catch (e) { reach(e) } }",
  ),
  way(
    'new on a host function',
    "for (const f of [vars.get, log, fn.md5]) { try { reach(new f('x')) } catch (e) { reach(e) }; try { reach(Reflect.construct(Object, [], f)) } catch (e) { reach(e) } }",
  ),
  way(
    'answers of host functions',
    "for (const call of [() => vars.get('a'), () => response, () => response?.json(), () => user, () => fn.uuid(), () => vars.get('__proto__'), () => vars.get('constructor')]) { try { reach(Object(call())) } catch (e) { reach(e) } }",
  ),
  way(
    'names of prototypes as variables',
    "for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) { try { vars.set(name, '{}'); reach(vars.get(name)) } catch (e) { reach(e) } }",
  ),
  way(
    'tool function that does not exist',
    "for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) { try { reach(fn[name]); reach(fn[name]('return process')) } catch (e) { reach(e) } }",
  ),
  way(
    'options of a format as traps',
    "const trap = new Proxy({}, { get(t, k, r) { reach(r); return undefined }, ownKeys() { throw new Error('k') } }); for (const call of [() => (1).toLocaleString('en', trap), () => new Date(0).toLocaleString(trap, trap), () => 'a'.localeCompare('b', trap), () => new Intl.NumberFormat('xx-invalid-locale-name')]) { try { reach(call()) } catch (e) { reach(e) } }",
  ),
  way(
    'texts longer than the host allows',
    "try { vars.set('x', 'x'.repeat(2 ** 25)) } catch (e) { reach(e) }; try { fn.md5('x'.repeat(2 ** 25)) } catch (e) { reach(e) }",
  ),
  asArgument(
    'toString as an argument',
    '{ toString() { reach(this); reach(new Error().stack); throw new Error("t") } }',
  ),
  asArgument(
    'toJSON as an argument',
    '{ toJSON(key) { reach(this); reach(key); throw { get stack() { return 1 } } } }',
  ),
  asArgument(
    'Symbol.toPrimitive as an argument',
    'Object.assign(() => {}, { [Symbol.toPrimitive](hint) { reach(this); throw new TypeError(hint) } })',
  ),
  asArgument('valueOf as an argument', '{ toString: undefined, valueOf() { reach(this); return Symbol() } }'),
  asArgument(
    'thenable as an argument',
    '{ then(resolve, reject) { reach(resolve); reach(reject); resolve(this) } }',
  ),
  asArgument(
    'proxy as an argument',
    'new Proxy(function () {}, Object.fromEntries(["get", "apply", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"].map(name => [name, (...given) => { given.forEach(x => reach(x)); throw new Error(name) }])))',
  ),
  asArgument(
    'revoked proxy as an argument',
    '(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()',
  ),
  asArgument('symbol as an argument', 'Symbol("x")'),
  asArgument(
    'array with Symbol.species',
    'Object.assign([1], { constructor: { [Symbol.species]: function (n) { reach(this); reach(new.target); return [] } } })',
  ),
  asArgument(
    'iterator as an argument',
    '{ [Symbol.iterator]() { return { next() { reach(this); throw new Error("n") }, return() { reach(this); return Symbol() } } } }',
  ),
  asArgument('error as an argument', 'Object.assign(new Error("x"), { name: Symbol(), cause: globalThis })'),
  // Promises that the host awaits, rejects or adopts (CVE-2023-37466, CVE-2023-32314 and others of vm2).
  way(
    'rejection with a trap',
    "Promise.reject(new Proxy({}, { get(t, k, r) { reach(r); throw new Error('r') } }))",
  ),
  way('async function that overflows', `(async () => { ${deep} })().catch(reach)`),
  way(
    'async function with a symbol as name',
    '(async () => { const e = new Error(); e.name = Symbol(); return e.stack })().catch(reach)',
  ),
  way(
    'catch of a promise with a species',
    'const p = (async () => { const e = new Error(); e.name = Symbol(); return e.stack })(); p.constructor = { [Symbol.species]: class { constructor(executor) { executor(v => reach(v), e => reach(e)) } } }; try { p.then() } catch (e) { reach(e) }',
  ),
  way(
    'then of a promise is replaced',
    'try { Promise.prototype.then = function (a, b) { reach(this); reach(a); reach(b) }; (async () => { await 1 })() } catch (e) { reach(e) }',
  ),
  way(
    'thenable is adopted',
    "(async () => { await { then(resolve, reject) { reach(resolve); reach(reject); reject({ get stack() { reach(this); return '' } }) } } })().catch(reach)",
  ),
  way(
    'async iteration over a broken source',
    '(async () => { for await (const x of { [Symbol.asyncIterator]() { return { next() { throw Symbol() } } } }) reach(x) })().catch(reach)',
  ),
  way(
    'async generator is ended from outside',
    'const g = (async function* () { try { yield 1 } finally { reach(this) } })(); g.next().then(() => g.return({ then(a, b) { reach(a); reach(b); b(Symbol()) } })).catch(reach)',
  ),
  way(
    'withResolvers and try',
    'try { const { promise, resolve, reject } = Promise.withResolvers(); reach(resolve); reach(reject); promise.then(reach, reach); resolve({ then: reach }); Promise.try(() => { throw Symbol() }).catch(reach) } catch (e) { reach(e) }',
  ),
  way(
    'import of a module',
    "const word = 'imp' + 'ort'; try { (0, eval)(word + '(\"node:fs\")').then(reach, reach) } catch (e) { reach(e) }",
  ),
  way(
    'rejection of an import',
    "try { new Function('return im' + 'port(\"node:process\")')().then(m => reach(m.default), reach) } catch (e) { reach(e) }",
  ),
  // Generators, iterators, built-in functions that call back.
  way(
    'generator throws into the host',
    'const g = (function* () { try { yield reach } catch (e) { reach(e); throw Symbol() } })(); g.next(); try { g.throw({ get stack() { reach(this); return 1 } }) } catch (e) { reach(e) }',
  ),
  way(
    'generator runs itself',
    'let g; g = (function* () { try { g.next() } catch (e) { reach(e) } yield 1 })(); g.next()',
  ),
  way(
    'species of an array',
    'const a = [1, 2]; a.constructor = { [Symbol.species]: function (n) { reach(this); reach(arguments.callee); return {} } }; try { reach(a.map(x => x)); reach(a.concat([3])) } catch (e) { reach(e) }',
  ),
  way(
    'species of a typed array',
    'try { const a = new Uint8Array(4); a.constructor = { [Symbol.species]: class extends Uint8Array { constructor(n) { super(n); reach(new.target) } } }; reach(a.slice(1).buffer) } catch (e) { reach(e) }',
  ),
  way(
    'replacer that calls',
    "'aa'.replace(/a/g, (...given) => { given.forEach(x => reach(Object(x))); return Symbol.iterator.toString() }); try { 'a'.replace({ [Symbol.replace](...given) { reach(this); given.forEach(x => reach(Object(x))); throw Symbol() } }, 'b') } catch (e) { reach(e) }",
  ),
  way(
    'reviver and replacer of JSON',
    'JSON.parse(\'{"a":1}\', function (key, value, context) { reach(this); reach(context); return value }); try { JSON.stringify({ a: 1 }, function () { reach(this); throw Symbol() }) } catch (e) { reach(e) }',
  ),
  way(
    'tagged template',
    '((strings, ...values) => { reach(strings); reach(strings.raw); values.forEach(reach) })`a${{}}b`',
  ),
  way(
    'getter on the prototype of everything',
    "for (const root of [Object, Function, Array, Error, Promise]) { try { Object.defineProperty(root.prototype, 'process', { get() { reach(this) } }); root.prototype.then = function () { reach(this) } } catch (e) { reach(e) } }",
  ),
  way(
    'setter on the prototype of everything',
    "for (const name of ['value', 'get', 'set', 'timeout', 'filename', 'cachedData', '0']) { try { Object.defineProperty(Object.prototype, name, { set(v) { reach(this); reach(v) }, configurable: true }) } catch (e) { reach(e) } }; try { vars.get('x'); log({}); fn.md5('x') } catch (e) { reach(e) }",
  ),
  way(
    '__proto__ of what the host gives',
    'for (const h of [vars, log, fn, user, response, console]) { try { let o = h; while (o) { reach(o); o = o.__proto__ ?? null } } catch (e) { reach(e) } }',
  ),
  way(
    '__defineGetter__ and __lookupGetter__',
    "for (const h of [vars, fn, user, globalThis]) for (const k of ['get', 'id', 'response', '__proto__']) { try { reach(h.__lookupGetter__(k)); h.__defineGetter__(k, () => { reach(h) }) } catch (e) { reach(e) } }",
  ),
  // Memory, machine code and names of Node.
  way(
    'WebAssembly import',
    'try { reach(new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), {})); reach(WebAssembly) } catch (e) { reach(e) }',
  ),
  way(
    'shared memory and Atomics',
    'try { const s = new SharedArrayBuffer(8); reach(s); Atomics.wait(new Int32Array(s), 0, 0, 1) } catch (e) { reach(e) }',
  ),
  way(
    'finalization of an object',
    'try { new FinalizationRegistry(h => reach(h)).register({}, globalThis); reach(new WeakRef({})) } catch (e) { reach(e) }',
  ),
  way(
    'buffer that is larger than its memory',
    'try { const b = new ArrayBuffer(8, { maxByteLength: 2 ** 20 }); const v = new DataView(b); b.resize(2 ** 20); v.setFloat64(2 ** 20 - 8, 1); b.resize(8); v.getFloat64(2 ** 20 - 8) } catch (e) { reach(e) }; try { reach(new Float64Array(2 ** 40)) } catch (e) { reach(e) }',
  ),
  way(
    'names of Node',
    "for (const name of ['process', 'require', 'module', 'global', 'Buffer', 'setTimeout', 'setImmediate', 'fetch', 'structuredClone', 'queueMicrotask', 'internalBinding', 'primordials', 'host_call', 'getVariable', 'callFunction', 'WebSocket', 'navigator', 'performance']) { try { reach(globalThis[name]) } catch (e) { reach(e) } }",
  ),
  way(
    'inspect of what is logged',
    "const bait = { [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) { reach(depth); reach(options); reach(inspect); return '' }, inspect(...given) { given.forEach(x => reach(x)) } }; log(bait); console.log(bait); throw bait",
  ),
  way(
    'what the host reads of a thrown object',
    "throw { get stack() { reach(this); return Symbol() }, get message() { throw new Proxy({}, { get(t, k, r) { reach(r); return 1 } }) }, get code() { reach(this); return 'ERR_SCRIPT_EXECUTION_TIMEOUT' }, name: Symbol() }",
  ),
  way(
    'thrown proxy',
    "throw new Proxy(new Error('x'), { get(t, k, r) { reach(t); reach(r); return Reflect.get(t, k, r) }, getPrototypeOf() { return Error.prototype } })",
  ),
  way(
    'handler of nested proxies (CVE-2023-32314)',
    'let n = 0; const h = { get(t, k, r) { if (n++ > 100) return undefined; reach(t); reach(r); return new Proxy(() => {}, h) }, apply(t, self, given) { reach(self); reach(given); given.forEach(x => reach(x)) } }; const p = new Proxy(() => {}, h); try { p.a.b.c(); Reflect.apply(vars.get, p, [p]); `${p}` } catch (e) { reach(e) }',
  ),
  way(
    'error of the host inside a catch (CVE-2023-30547)',
    'const p = new Proxy({}, { getPrototypeOf() { (function stack() { new Error().stack; stack() })() } }); try { throw p } catch (e) { try { reach(e); e instanceof Error } catch (h) { reach(h) } }',
  ),
  way(
    'host error through a disposed resource',
    'try { const s = new DisposableStack(); s.defer(() => { throw Symbol() }); s.defer(() => { throw { get error() { reach(this); return 1 } } }); s.dispose() } catch (e) { reach(e); try { reach(e.suppressed); reach(e.error) } catch (h) { reach(h) } }',
  ),
]
