/** Changes single values in JSON and XML texts. */
import { jsonForm, replaceJsonLeaves } from '../json/json-leaves.ts'
import type { Marks } from './marks.ts'

const xmlElement = /<((?:[\w.-]+:)?([\w.-]+))(\s[^<>]*)?>([^<]+)<\/\1>/g

/** @param change gives the value of a field with marks, or the value itself */
type Change = (field: string, value: string) => string

export function changedJson(text: string, change: Change, marks: Marks): string {
  return replaceJsonLeaves(text, ({ key, value, isText }) => {
    const changed = change(key, value)
    if (changed === value) return null
    if (!isText) return changed
    const form = jsonForm(changed)
    return `"${jsonForm(value) === value ? form : marks.wrapped(form, 'json')}"`
  })
}

/** Texts of elements, without blanks around them. */
export function changedXml(text: string, change: Change): string {
  return text.replaceAll(
    xmlElement,
    (whole, name: string, local: string, attributes: string | undefined, value: string) => {
      const plain = value.trim()
      const changed = change(local, plain)
      return changed === plain ? whole : `<${name}${attributes ?? ''}>${changed}</${name}>`
    },
  )
}
