/** Converts a file of recorded requests into a component file. */
import { createReadStream } from 'node:fs'
import { documentToYaml } from '@pone/plan/code/yaml.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import { type Environment, withEnvironment } from '@pone/recording/environment/environment.ts'
import { asideReasons } from '@pone/recording/http/aside.ts'
import { type Left, LeftList } from '@pone/recording/model/left.ts'
import {
  type AsideReason,
  type RecordedExchange,
  type TrafficMix,
  unknownOrigin,
} from '@pone/recording/model/recording.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import type { ReadOptions } from '@pone/recording/readers.ts'
import { loadOfMix, type MixLoad, maxSeconds } from '@pone/recording/steps/mix-load.ts'
import { toSteps } from '@pone/recording/steps/to-steps.ts'
import { secretMask } from '@pone/schema/limits.ts'

export interface ConvertedRecording {
  /** null if the file contains no request. */
  readonly yaml: string | null
  readonly requests: number
  readonly steps: number
  /** Requests that are no part of what the user did, by reason. */
  readonly aside: Readonly<Partial<Record<AsideReason, number>>>
  /** Values of responses that later requests send: those that are extracted, and those that may be dynamic as well. */
  readonly dynamicValues: { readonly extracted: number; readonly possible: number }
  /** Of a file that counts requests; the load that repeats its arrivals is in the component file. */
  readonly mix?: TrafficMix
  readonly left: readonly Left[]
}

/** null if the file has no known format of recorded requests. @param name of the component */
export async function fromRecording(
  path: string,
  name: string,
  { environment, ...options }: ReadOptions & { readonly environment?: Environment | undefined } = {},
): Promise<ConvertedRecording | null> {
  const read = await readRecording(createReadStream(path, { highWaterMark: 1024 ** 2 }), options)
  if (read === null) return null
  const recording = environment === undefined ? read : withEnvironment(read, environment)
  const { exchanges, mix } = recording
  const reasons = asideReasons(exchanges)
  const chosen = exchanges.filter(({ index }) => reasons[index] === null)
  const baseUrl = mostCommonOrigin(chosen)
  let ids = 0
  const accepted = recording.dynamicValues.filter(({ confidence }) => confidence === 'sure')
  const load = mix === undefined ? null : loadOfMix(mix, share01(chosen, mix))
  const { steps, variables, parameters, requests, left } = toSteps(recording, {
    accepted,
    chosen: new Set(chosen.map(({ index }) => index)),
    hasTransactions: true,
    // Arrivals come at their own times.
    hasThinkTimes: load === null,
    baseUrl,
    takenNames: [],
    newId: () => `step-${(ids += 1)}`,
  })
  const document = componentDocumentSchema.parse({
    settings: { http: { baseUrl } },
    // A file is no place for secrets: whoever runs it gives their values.
    variables: variables.map(variable => (variable.secret ? { ...variable, value: secretMask } : variable)),
    parameters: [...parameters],
    steps: [...steps],
  })
  return {
    yaml: requests === 0 ? null : documentToYaml(name, document, scenarioOf(load)),
    requests,
    steps: [...walkSteps(steps)].length,
    aside: countsOf(reasons),
    dynamicValues: {
      extracted: accepted.length,
      possible: recording.dynamicValues.length - accepted.length,
    },
    ...(mix !== undefined && { mix }),
    left: [...recording.left, ...left, ...leftOfLoad(load)],
  }
}

/** Share of the mix's requests that the chosen ones are. */
const share01 = (chosen: readonly RecordedExchange[], { requests }: TrafficMix): number =>
  requests === 0 ? 0 : chosen.reduce((sum, { count = 0 }) => sum + count, 0) / requests

const scenarioOf = (load: MixLoad | null) =>
  load === null ? {} : { drive: 'arrivals' as const, loadModel: load.loadModel }

/** How the load differs from the arrivals of the mix. */
function leftOfLoad(load: MixLoad | null): readonly Left[] {
  const list = new LeftList()
  if (load !== null && load.factor > 1) list.add('', 'scaledLoad', { factor: load.factor })
  if (load?.isCut === true) list.add('', 'loadCut', { limit: maxSeconds / 86_400 })
  return list.items
}

function mostCommonOrigin(exchanges: readonly RecordedExchange[]): string {
  const counts = new Map<string, number>()
  for (const { url } of exchanges) {
    const origin = URL.parse(url)?.origin ?? ''
    if (origin === unknownOrigin) continue
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

function countsOf(reasons: readonly (AsideReason | null)[]): Partial<Record<AsideReason, number>> {
  const counts: Partial<Record<AsideReason, number>> = {}
  for (const reason of reasons) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
