/** Converts a file of recorded requests into a component file. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { documentToYaml } from '@pone/plan/code/yaml.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import { type Environment, withEnvironment } from '@pone/recording/environment/environment.ts'
import { asideReasons } from '@pone/recording/http/aside.ts'
import { type Left, LeftList } from '@pone/recording/model/left.ts'
import {
  type AsideReason,
  type ComparedRecordings,
  type CorrelatedRecording,
  type RecordedExchange,
  type TrafficMix,
  unknownOrigin,
} from '@pone/recording/model/recording.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import type { ReadOptions } from '@pone/recording/readers.ts'
import { loadOfMix, type MixLoad, maxSeconds } from '@pone/recording/steps/mix-load.ts'
import { toSteps } from '@pone/recording/steps/to-steps.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { CommandError } from '../exit-codes.ts'

export interface ConvertedRecording {
  /** null if the file contains no request. */
  readonly yaml: string | null
  readonly requests: number
  readonly steps: number
  /** Requests that are no part of what the user did, by reason. */
  readonly aside: Readonly<Partial<Record<AsideReason, number>>>
  /** Values of responses that later requests send: those that are extracted, and those that may be dynamic as well. */
  readonly dynamicValues: { readonly extracted: number; readonly possible: number }
  /** With a second recording. */
  readonly compared?: ComparedRecordings
  /** Of a file that counts requests; the load that repeats its arrivals is in the component file. */
  readonly mix?: TrafficMix
  /** Files that the component names, to lie beside it. */
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[]
  readonly left: readonly Left[]
}

interface RecordingOptions extends ReadOptions {
  readonly environment?: Environment | undefined
  /** Path of a recording of the same steps. */
  readonly second?: string | undefined
  /** Takes conversations that are not HTTP as well. */
  readonly hasRaw?: boolean
}

const bytesOf = (path: string) => createReadStream(path, { highWaterMark: 1024 ** 2 })

/** null if the file has no known format of recorded requests. @param name of the component @throws CommandError if the second file is none */
export async function fromRecording(
  path: string,
  name: string,
  { environment, second, hasRaw = false, ...options }: RecordingOptions = {},
): Promise<ConvertedRecording | null> {
  const read = await readRecording(bytesOf(path), options, second === undefined ? null : bytesOf(second))
  if (read === null) return null
  const compared = comparisonOf(read, second ?? '')
  const recording = environment === undefined ? read : withEnvironment(read, environment)
  const { exchanges, mix } = recording
  const reasons = asideReasons(exchanges).map(reason => (hasRaw && reason === 'rawStream' ? null : reason))
  const chosen = exchanges.filter(({ index }) => reasons[index] === null)
  const baseUrl = mostCommonOrigin(chosen)
  let ids = 0
  const accepted = recording.dynamicValues.filter(({ confidence }) => confidence === 'sure')
  const load = mix === undefined ? null : loadOfMix(mix, share01(chosen, mix))
  const { steps, variables, parameters, requests, files, left } = toSteps(recording, {
    accepted,
    chosen: new Set(chosen.map(({ index }) => index)),
    hasTransactions: true,
    // Arrivals come at their own times.
    hasThinkTimes: load === null,
    baseUrl,
    takenNames: [],
    recordingName: basename(path),
    newId: () => `step-${(ids += 1)}`,
  })
  const document = componentDocumentSchema.parse({
    settings: { http: { baseUrl } },
    // A file is no place for secrets: whoever runs it gives their values.
    variables: variables.map(variable => (variable.secret ? { ...variable, value: secretMask } : variable)),
    parameters: [...parameters],
    steps: [...steps],
  })
  const yaml = documentToYaml(name, document, { ...recording.load, ...scenarioOf(load) })
  return {
    // In a component file, other files are named by their paths.
    yaml: requests === 0 ? null : files.reduce((text, file) => text.replaceAll(file.id, file.name), yaml),
    files: files.map(file => ({ name: file.name, content: file.bytes })),
    requests,
    steps: [...walkSteps(steps)].length,
    aside: countsOf(reasons),
    dynamicValues: {
      extracted: accepted.length,
      possible: recording.dynamicValues.length - accepted.length,
    },
    ...(compared !== undefined && { compared }),
    ...(mix !== undefined && { mix }),
    left: [...recording.left, ...left, ...leftOfLoad(load)],
  }
}

/** @throws CommandError if the second file has no request of the first one */
function comparisonOf({ compared }: CorrelatedRecording, second: string): ComparedRecordings | undefined {
  if (compared === 'unknownFormat')
    throw new CommandError('componentInvalid', `${second} has no known format of recorded requests.`)
  if (compared?.matched === 0)
    throw new CommandError('componentInvalid', `${second} has none of the requests; record the same steps.`)
  return compared
}

/** Share of the mix's requests that the chosen ones are. */
const share01 = (chosen: readonly RecordedExchange[], { requests }: TrafficMix): number =>
  requests === 0 ? 0 : chosen.reduce((sum, { count = 0 }) => sum + count, 0) / requests

const scenarioOf = (load: MixLoad | null) =>
  load === null ? {} : { drive: 'arrivals' as const, loadModel: load.loadModel }

/** How the load differs from the arrivals of the mix. */
function leftOfLoad(load: MixLoad | null): readonly Left[] {
  const list = new LeftList()
  if (load?.isCut === true) list.add('', 'loadCut', { limit: maxSeconds / 86_400 })
  return list.items
}

function mostCommonOrigin(exchanges: readonly RecordedExchange[]): string {
  const counts = new Map<string, number>()
  for (const { url } of exchanges) {
    const origin = URL.parse(url)?.origin ?? ''
    if (origin === unknownOrigin || !origin.startsWith('http')) continue
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

function countsOf(reasons: readonly (AsideReason | null)[]): Partial<Record<AsideReason, number>> {
  const counts: Partial<Record<AsideReason, number>> = {}
  for (const reason of reasons) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
