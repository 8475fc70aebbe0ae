/** Texts → records: an expression with named groups, and the answers of Tomcat's JMX proxy. Pure. */
import { TargetFault } from '../target-fault.ts'
import { matchesOf } from './pattern.ts'
import { maxRecords, type Records, type TargetRecord } from './records.ts'

/** A record of the named groups of every match. @throws TargetFault `wrongProduct` when nothing matches */
export function textRecords(text: string, expression: string): Records {
  const records = matchesOf(text, expression, maxRecords)
  if (records.length === 0) throw new TargetFault('wrongProduct', text.slice(0, 200))
  return records
}

/**
 * A record per bean: its attributes, parts of composite ones as `attribute.part`, and the named key properties of its
 * name without quotation marks. @throws TargetFault `wrongProduct`
 */
export function jmxRecords(text: string, properties: readonly string[]): Records {
  // Long values are folded: their later lines begin with a space.
  const clean = text.replaceAll('\r', '').replaceAll('\n ', '')
  if (!/^OK\b/.test(clean)) throw new TargetFault('wrongProduct', clean.slice(0, 200))
  return clean
    .split(/\n\n+/)
    .filter(block => block.startsWith('Name: '))
    .slice(0, maxRecords)
    .map(block => beanOf(block, properties))
}

function beanOf(block: string, properties: readonly string[]): TargetRecord {
  const record: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^([\w.]+): (.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    const contents = /^(?:.*contents=)?\{(.*)\}\)?$/.exec(value)?.[1]
    if (contents === undefined) record[name] = value
    else
      for (const [, part, number] of contents.matchAll(/(\w+)=([^,]*)/g))
        if (part !== undefined && number !== undefined) record[`${name}.${part}`] = number
  }
  const keys = new Map(
    [...(record['Name'] ?? '').matchAll(/[:,](\w+)=("[^"]*"|[^,]*)/g)].map(([, key = '', value = '']) => [
      key,
      value.replaceAll('"', ''),
    ]),
  )
  for (const property of properties) record[property] = keys.get(property) ?? ''
  return record
}
