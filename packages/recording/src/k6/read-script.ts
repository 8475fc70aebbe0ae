/** The requests of a script of k6: of `setup` and of the functions that its scenarios run, with the load of its options. */
import type { SyntaxNode, Tree } from '@lezer/common'
import { parser } from '@lezer/javascript'
import { textOfString } from '@pone/plan/code/string-literals.ts'
import type { Recording } from '../model/recording.ts'
import { ScriptRecording } from '../script/script-recording.ts'
import { Interpreter } from './interpreter.ts'
import { codeAt, TooMuch } from './machine.ts'
import { tooDeepAt } from './nesting.ts'
import { readOptions } from './options.ts'
import { isFunction, partsOf } from './syntax.ts'
import { type FunctionValue, Scope, type Value } from './values.ts'

const language = parser.configure({ dialect: 'ts' })
const maxFaults = 20
const maxNesting = 500
/** Functions that k6 calls besides, none of which a user runs. */
const others = ['teardown', 'handleSummary']

export function readScript(text: string): Recording {
  const recording = new ScriptRecording(text)
  const deep = tooDeepAt(text, maxNesting)
  if (deep !== null) {
    recording.leave(deep, 'scriptTooDeep', { limit: maxNesting })
    return recording.end('k6')
  }
  const tree = language.parse(text)
  tellFaults(tree, recording)
  try {
    new Script(text, recording).read(tree.topNode)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
  }
  return recording.end('k6')
}

function tellFaults(tree: Tree, recording: ScriptRecording): void {
  let faults = 0
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError && (faults += 1) <= maxFaults) recording.leave(from, 'scriptSyntax')
      return faults <= maxFaults
    },
  })
}

class Script {
  readonly #interpreter: Interpreter
  readonly #recording: ScriptRecording
  readonly #scope = new Scope()
  #default: Value | null = null
  /** Exported names with their offsets. */
  readonly #exported = new Map<string, number>()

  constructor(text: string, recording: ScriptRecording) {
    this.#interpreter = new Interpreter(text, recording)
    this.#recording = recording
  }

  read(top: SyntaxNode): void {
    const statements = partsOf(top)
    for (const node of statements) this.#import(node)
    for (const node of statements) {
      const declared = node.name === 'ExportDeclaration' ? node.getChild('FunctionDeclaration') : node
      if (declared?.name === 'FunctionDeclaration') this.#interpreter.declareFunction(declared, this.#scope)
    }
    for (const node of statements)
      if (node.name === 'ExportDeclaration') this.#export(node)
      else if (node.name !== 'ImportDeclaration' && node.name !== 'FunctionDeclaration')
        this.#interpreter.follow(node, this.#scope)
    const place = this.#recording.placeAt(this.#exported.get('options') ?? 0)
    const executed = readOptions(this.#interpreter, this.#scope.get('options'), place)
    const data = this.#setUp()
    for (const name of executed) this.#execute(name, executed.length > 1, data)
    for (const name of others) {
      const offset = this.#exported.get(name)
      if (offset !== undefined) this.#recording.leave(offset, 'functionLeft', { name: `${name}()` })
    }
  }

  /** In the first iteration of a user; what it returns is passed on. */
  #setUp(): Value[] {
    const setup = this.#exported.has('setup') ? this.#scope.get('setup') : null
    if (setup?.kind !== 'function') return []
    const { requests } = this.#recording
    this.#recording.enter('setup', { kind: 'once' })
    const data = this.#interpreter.call(setup, [])
    this.#recording.leaveLast()
    if (this.#recording.requests > requests)
      this.#recording.leave(setup.node.from, 'runsOncePerUser', { name: 'setup()' })
    return [data]
  }

  #execute(name: string, isOneOfMany: boolean, data: readonly Value[]): void {
    const value = name === 'default' ? this.#default : this.#scope.get(name)
    if (value?.kind !== 'function')
      return this.#recording.left.add('', 'badField', { field: name === 'default' ? 'export default' : name })
    if (isOneOfMany) this.#recording.enter(name)
    this.#interpreter.call(value, data)
    if (isOneOfMany) this.#recording.leaveLast()
  }

  #export(node: SyntaxNode): void {
    const [keyword, value] = partsOf(node, ['export'])
    const declaration = node.getChild('VariableDeclaration')
    const declared = node.getChild('FunctionDeclaration')
    if (keyword?.name === 'default' && value !== undefined) {
      this.#default = isFunction(value)
        ? ({ kind: 'function', node: value, scope: this.#scope } satisfies FunctionValue)
        : this.#interpreter.evaluate(value, this.#scope)
    } else if (declaration !== null) {
      this.#interpreter.declare(declaration, this.#scope)
      for (const name of declaration.getChildren('VariableDefinition'))
        this.#exported.set(this.#code(name), name.from)
    } else if (declared !== null) {
      const name = declared.getChild('VariableDefinition')
      if (name !== null) this.#exported.set(this.#code(name), name.from)
    } else {
      for (const name of node.getChild('ExportGroup')?.getChildren('VariableName') ?? [])
        this.#exported.set(this.#code(name), name.from)
    }
  }

  #code = (node: SyntaxNode): string => codeAt(this.#interpreter, node)

  #import(node: SyntaxNode): void {
    const source = node.name === 'ImportDeclaration' ? node.getChild('String') : null
    if (source === null || node.getChild('type') !== null) return
    const module = moduleOf(textOfString(this.#code(source)))
    if (module === null)
      this.#recording.leave(node.from, 'otherFile', {
        name: textOfString(this.#code(source)).slice(0, 200),
      })
    const native = (name: string): Value => ({ kind: 'native', name })
    const whole = node.getChild('VariableDefinition')
    if (whole !== null) this.#scope.declare(this.#code(whole), native(module ?? this.#code(whole)))
    const group = node.getChild('ImportGroup')
    const names = group === null ? [] : partsOf(group, ['{', '}', 'as', 'type'])
    for (const [at, name] of names.entries()) {
      const isRenamed = name.name === 'VariableName'
      if (!isRenamed && names[at - 1]?.name === 'VariableName') continue
      const local = isRenamed ? names[at + 1] : name
      if (local === undefined) continue
      const original = this.#code(name)
      this.#scope.declare(
        this.#code(local),
        native(original === 'default' ? (module ?? original) : `${module ?? 'other'}.${original}`),
      )
    }
  }
}

/** What names of a module begin with; null for one whose functions are not known. */
function moduleOf(source: string): string | null {
  if (/^k6(\/[\w/.-]+)?$/.test(source)) {
    const name = source.split('/').at(-1) ?? ''
    return name === 'execution' ? 'exec' : name
  }
  if (/(^|\/)k6-utils(\/|$)/.test(source)) return 'utils'
  return /\bjslib\.k6\.io\/(jsonpath|url|formdata)\//.exec(source)?.[1] ?? null
}
