/** The texts that values become where a request sends them; null for what only a run knows. */
import { jsonForm } from '../json/json-leaves.ts'
import { nameOf, takenOf } from './answers.ts'
import type { Machine } from './machine.ts'
import { type AnswerValue, textOfAddress, type Value } from './values.ts'

export function textOf(machine: Machine, value: Value): string | null {
  switch (value.kind) {
    case 'text':
      return value.variable === undefined ? value.text : machine.recording.variable(value.variable, value.raw)
    case 'number':
    case 'boolean':
      return String(value.value)
    case 'drawn':
      return value.text
    case 'answer':
      return extracted(machine, value)
    case 'address':
      return textOfAddress(value)
    default:
      return null
  }
}

/** A reference to what an extractor takes of the response. */
function extracted({ recording }: Machine, { request, access, name }: AnswerValue): string | null {
  const taken = takenOf(access)
  return taken === null ? null : recording.taken(request, taken, name === '' ? nameOf(access) : name)
}

/** As `JSON.stringify` writes it. @param offset of the call in the script */
export function jsonOf(machine: Machine, value: Value, offset: number): string | null {
  const inner = (each: Value) => jsonOf(machine, each, offset)
  switch (value.kind) {
    case 'nothing':
      return 'null'
    case 'list': {
      const items = value.items.map(inner)
      return items.includes(null) ? null : `[${items.join(',')}]`
    }
    case 'fields': {
      const pairs = Array.from(value.fields, ([key, each]) => {
        const text = inner(each)
        return text === null ? null : `"${jsonForm(machine.recording.literal(key))}":${text}`
      })
      return pairs.includes(null) ? null : `{${pairs.join(',')}}`
    }
    case 'number':
    case 'boolean':
    case 'drawn':
      return textOf(machine, value)
    case 'answer': {
      const text = textOf(machine, value)
      if (text !== null) machine.recording.leave(offset, 'sentAsText', { name: text.slice(2, -2) })
      return text === null ? null : `"${text}"`
    }
    default: {
      const text = textOf(machine, value)
      if (text === null || value.kind !== 'text') return null
      return value.isNumber === true ? text : `"${jsonForm(text)}"`
    }
  }
}
