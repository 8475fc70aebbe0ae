/** Parameters with generated values: dates, unique ids, random values; they never run out. */
import { randomUUID } from 'node:crypto'
import type { Parameter, RowParameter } from '@pone/plan/parameters/parameters.ts'
import { formatDate, randomBetween, randomText } from '../functions.ts'
import type { RowSource } from './row-source.ts'
import type { UniqueNumbers } from './unique-numbers.ts'

export type GeneratedParameter = Exclude<Parameter, RowParameter>
type Of<K extends GeneratedParameter['kind']> = Extract<GeneratedParameter, { kind: K }>

/** How the values are assigned: one after the other, without end. */
export const generatedRules = { selection: 'sequential', exhaustion: 'cycle' } as const

/** The values as infinite rows, each generated when it is read; `numbers` are those of the worker. */
export function generatedSource(parameter: GeneratedParameter, numbers: UniqueNumbers): RowSource {
  const make = makerOf(parameter, numbers)
  return {
    columns: [parameter.name],
    rowCount: Number.MAX_SAFE_INTEGER,
    read: row => [make(row)],
  }
}

function makerOf(parameter: GeneratedParameter, numbers: UniqueNumbers): (position: number) => string {
  if (parameter.kind === 'date') return dateMaker(parameter)
  if (parameter.kind === 'random') return randomMaker(parameter)
  const { prefix, form } = parameter
  return form === 'uuid' ? () => prefix + randomUUID() : () => prefix + numbers.next()
}

function dateMaker({ start, offset, stepSeconds, format }: Of<'date'>): (position: number) => string {
  // Without a time a date would be read as UTC.
  const startMs = start === '' ? null : new Date(start.includes('T') ? start : `${start}T00:00:00`).getTime()
  return position => formatDate((startMs ?? Date.now()) + position * stepSeconds * 1_000, format, offset)
}

function randomMaker({ form, from, to, digits, length, alphabet }: Of<'random'>): () => string {
  const [min, max] = from <= to ? [from, to] : [to, from]
  if (form === 'text') return () => randomText(length, alphabet)
  if (form === 'integer') return () => String(randomBetween(Math.ceil(min), Math.floor(max)))
  const scale = 10 ** digits
  // Counted in units of the last digit where these can be counted, so that both bounds are as likely as the rest.
  const [low, high] = [Math.ceil(min * scale), Math.floor(max * scale)]
  return Number.isSafeInteger(low) && Number.isSafeInteger(high)
    ? () => (randomBetween(low, high) / scale).toFixed(digits)
    : () => (min + Math.random() * (max - min)).toFixed(digits)
}
