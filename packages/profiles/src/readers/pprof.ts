/** Reads pprof files, as written by Go and many other profilers. @see github.com/google/pprof, profile.proto */
import type { ProfileKind, ProfileUnit } from '../model/profile.ts'
import { ProfileFault } from '../model/profile-fault.ts'
import { type Field, fieldsOf, numbersOf } from './protobuf.ts'
import { decoded, type ProfileMark, type ProfileReader, RecordingBuilder } from './reader.ts'

/** Fields by which a profile is recognised. */
const leastFields = 20

interface Sample {
  readonly locations: readonly number[]
  readonly values: readonly number[]
}

interface PprofFile {
  readonly sampleTypes: { type: number; unit: number }[]
  readonly samples: Sample[]
  /** Functions of a location, innermost first. */
  readonly locations: Map<number, readonly number[]>
  readonly addresses: Map<number, number>
  readonly functions: Map<number, number>
  readonly strings: string[]
  timeNanos: number
  durationNanos: number
}

export const pprofReader: ProfileReader = {
  format: 'pprof',
  fits: (bytes, text) => text === null && (bytes[0] === 0x0a || isMessage(bytes)),
  read: bytes => {
    const file = parsed(bytes)
    const recording = new RecordingBuilder()
    const marks = marksOf(file)
    for (const { locations, values } of file.samples) {
      const stack = stackOf(file, locations)
      marks.forEach((mark, at) => {
        const value = values[at] ?? 0
        if (mark !== null && value > 0) recording.tree(mark).add(stack, value)
      })
    }
    return recording.finish({
      startedAt: file.timeNanos > 0 ? Math.round(file.timeNanos / 1e6) : null,
      durationMs: file.durationNanos > 0 ? Math.round(file.durationNanos / 1e6) : null,
    })
  },
}

/** Whether the content begins with fields of a profile; Go writes the time first. */
function isMessage(bytes: Uint8Array): boolean {
  try {
    let seen = 0
    for (const { number } of fieldsOf(bytes)) {
      if (number < 1 || number > 14) return false
      seen += 1
      if (seen === leastFields) return true
    }
    return seen > 0
  } catch {
    return false
  }
}

function parsed(bytes: Uint8Array): PprofFile {
  const file: PprofFile = {
    sampleTypes: [],
    samples: [],
    locations: new Map(),
    addresses: new Map(),
    functions: new Map(),
    strings: [],
    timeNanos: 0,
    durationNanos: 0,
  }
  for (const field of fieldsOf(bytes)) addField(file, field)
  return file
}

function addField(file: PprofFile, { number, value, bytes }: Field): void {
  if (number === 9) file.timeNanos = value
  if (number === 10) file.durationNanos = value
  if (bytes === null) return
  if (number === 1) {
    const { 1: type = 0, 2: unit = 0 } = numbersByField(bytes)
    file.sampleTypes.push({ type, unit })
  }
  if (number === 2) file.samples.push(sampleOf(bytes))
  if (number === 4) addLocation(file, bytes)
  if (number === 5) {
    const { 1: id = 0, 2: name = 0 } = numbersByField(bytes)
    file.functions.set(id, name)
  }
  if (number === 6) file.strings.push(decoded(bytes))
}

function numbersByField(bytes: Uint8Array): Record<number, number> {
  const found: Record<number, number> = {}
  for (const { number, value, bytes: inner } of fieldsOf(bytes)) if (inner === null) found[number] = value
  return found
}

function sampleOf(bytes: Uint8Array): Sample {
  const locations: number[] = []
  const values: number[] = []
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) for (const id of numbersOf(field)) locations.push(id)
    if (field.number === 2) for (const value of numbersOf(field)) values.push(value)
  }
  return { locations, values }
}

function addLocation(file: PprofFile, bytes: Uint8Array): void {
  let id = 0
  const functions: number[] = []
  for (const { number, value, bytes: line } of fieldsOf(bytes)) {
    if (number === 1) id = value
    if (number === 3) file.addresses.set(id, value)
    if (number === 4 && line !== null) functions.push(numbersByField(line)[1] ?? 0)
  }
  file.locations.set(id, functions)
}

/** Outermost first. */
function stackOf(file: PprofFile, locations: readonly number[]): string[] {
  const innermostFirst = locations.flatMap(id => {
    const functions = file.locations.get(id)
    if (functions === undefined) throw new ProfileFault('damaged', { place: id })
    if (functions.length === 0) return [`0x${(file.addresses.get(id) ?? 0).toString(16)}`]
    return functions.map(each => file.strings[file.functions.get(each) ?? 0] ?? '?')
  })
  return innermostFirst.toReversed()
}

const units: Readonly<Record<string, ProfileUnit>> = { nanoseconds: 'nanoseconds', bytes: 'bytes' }

/** What each value of a sample measures; null for one that says the same as another in a coarser unit. */
function marksOf({ sampleTypes, strings }: PprofFile): (ProfileMark | null)[] {
  const names = sampleTypes.map(({ type }) => strings[type] ?? '')
  return sampleTypes.map(({ unit }, at) => {
    const source = names[at] ?? ''
    if (source === 'samples' && names.includes('cpu')) return null
    return { source, kind: kindOf(source), unit: unitOf(source, strings[unit] ?? '') }
  })
}

const unitOf = (source: string, unit: string): ProfileUnit =>
  units[unit] ?? (/sample/.test(source) ? 'samples' : 'count')

function kindOf(source: string): ProfileKind {
  if (/alloc|inuse|space|objects|heap/.test(source)) return 'alloc'
  if (/contention|delay|lock|mutex/.test(source)) return 'lock'
  return /wall|goroutine|block/.test(source) ? 'wall' : 'cpu'
}
