/** Compiles texts with `${}` into evaluators, once per plan; constant parts are computed at compile time. */

import { isToolFunction, type ToolFunction, toolFunctions } from '@pone/plan/functions/functions.ts'
import { parseTemplate, type TemplatePart } from '@pone/plan/functions/template-syntax.ts'
import type { Scope, Template } from '@pone/protocols/protocol.ts'
import { implementations } from './functions.ts'

/** Called once for each undefined variable or function that a text names; the expression then stays in the text as written. */
export type OnUnresolved = (source: string) => void

const constantTemplate = (text: string): Template => ({ constant: text, evaluate: () => text })

/** Compiles one text. */
export function compileTemplate(text: string, onUnresolved: OnUnresolved): Template {
  if (!text.includes('${')) return constantTemplate(text)
  return joined(parseTemplate(text).map(part => compilePart(part, onUnresolved)))
}

function joined(templates: readonly Template[]): Template {
  if (templates.every(template => template.constant !== null)) {
    return constantTemplate(templates.map(template => template.constant).join(''))
  }
  const [first, second, ...rest] = templates
  if (first === undefined) return constantTemplate('')
  if (second === undefined) return first
  return {
    constant: null,
    evaluate(scope) {
      let text = first.evaluate(scope) + second.evaluate(scope)
      for (const template of rest) text += template.evaluate(scope)
      return text
    },
  }
}

function compilePart(part: TemplatePart, onUnresolved: OnUnresolved): Template {
  if (part.kind === 'text') return constantTemplate(part.text)
  const { name, source } = part
  if (part.kind === 'variable') {
    return {
      constant: null,
      evaluate(scope) {
        const value = scope.valueOf(name)
        if (value !== undefined) return value
        onUnresolved(source)
        return source
      },
    }
  }
  if (!isToolFunction(name)) {
    return {
      constant: null,
      evaluate() {
        onUnresolved(source)
        return source
      },
    }
  }
  const args = part.args.map(argument => joined(argument.map(piece => compilePart(piece, onUnresolved))))
  const implementation = implementations[name]
  const definition: ToolFunction = toolFunctions[name]
  const fixed = args.map(argument => argument.constant).filter(constant => constant !== null)
  if (fixed.length === args.length) {
    return definition.isPure
      ? constantTemplate(implementation(fixed, nobody))
      : { constant: null, evaluate: scope => implementation(fixed, scope) }
  }
  return {
    constant: null,
    evaluate: scope =>
      implementation(
        args.map(argument => argument.evaluate(scope)),
        scope,
      ),
  }
}

/** Scope of compile-time evaluation; pure functions do not read it. */
const nobody: Scope = {
  index: 0,
  iteration: 0,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: () => undefined,
}
