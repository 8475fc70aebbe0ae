/**
 * Leaves out what a page does not use of our own packages: their modules only define constants, so a constant that
 * nobody reads need not be computed. Bundlers cannot know that of a call such as `z.object(…)`.
 */
import type { Plugin } from 'vite'

const ownPackages = /packages[\\/](schema|plan|contract|metrics|protocols|jmeter|engine)[\\/]src[\\/].*\.ts$/

export function pureModules(): Plugin {
  return {
    name: 'pone-pure-modules',
    transform(code, id) {
      if (!ownPackages.test(id)) return null
      let text = code
      // From the end, so that places before it stay valid.
      for (const { start, end } of this.parse(code).body.flatMap(computedConstants).toReversed()) {
        const value = text.slice(start, end)
        text = `${text.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${text.slice(end)}`
      }
      return { code: text, map: null, moduleSideEffects: false }
    },
  }
}

interface Place {
  readonly start: number
  readonly end: number
}
type Statement = ReturnType<import('vite').Rolldown.PluginContext['parse']>['body'][number]

/** Where the values of constants stand that a call or `new` computes. */
function computedConstants(statement: Statement): Place[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return []
  return declaration.declarations.flatMap(({ id, init }) =>
    init !== null && id.type === 'Identifier' && isComputed(init.type) ? [init] : [],
  )
}

/** Functions and literals are left out by the bundler itself; what awaits cannot move into a function. */
const isComputed = (type: string): boolean =>
  ['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression', 'MemberExpression'].includes(
    type,
  )
