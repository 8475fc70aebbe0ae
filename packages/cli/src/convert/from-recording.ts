/** Converts a file of recorded requests into a component file. */
import { createReadStream } from 'node:fs'
import { documentToYaml } from '@pone/plan/code/yaml.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { asideReasons } from '@pone/recording/http/aside.ts'
import type { Left } from '@pone/recording/model/left.ts'
import type { AsideReason, RecordedExchange } from '@pone/recording/model/recording.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
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
  readonly left: readonly Left[]
}

/** null if the file has no known format of recorded requests. @param name of the component */
export async function fromRecording(path: string, name: string): Promise<ConvertedRecording | null> {
  const recording = await readRecording(createReadStream(path, { highWaterMark: 1024 ** 2 }))
  if (recording === null) return null
  const { exchanges } = recording
  const reasons = asideReasons(exchanges)
  const chosen = exchanges.filter(({ index }) => reasons[index] === null)
  const baseUrl = mostCommonOrigin(chosen)
  let ids = 0
  const accepted = recording.dynamicValues.filter(({ confidence }) => confidence === 'sure')
  const { steps, variables, requests, left } = toSteps(recording, {
    accepted,
    chosen: new Set(chosen.map(({ index }) => index)),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl,
    takenNames: [],
    newId: () => `step-${(ids += 1)}`,
  })
  const document = componentDocumentSchema.parse({
    settings: { http: { baseUrl } },
    // A file is no place for secrets: whoever runs it gives their values.
    variables: variables.map(variable => (variable.secret ? { ...variable, value: secretMask } : variable)),
    steps: [...steps],
  })
  return {
    yaml: requests === 0 ? null : documentToYaml(name, document),
    requests,
    steps: ids,
    aside: countsOf(reasons),
    dynamicValues: {
      extracted: accepted.length,
      possible: recording.dynamicValues.length - accepted.length,
    },
    left: [...recording.left, ...left],
  }
}

function mostCommonOrigin(exchanges: readonly RecordedExchange[]): string {
  const counts = new Map<string, number>()
  for (const { url } of exchanges) {
    const origin = URL.parse(url)?.origin ?? ''
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

function countsOf(reasons: readonly (AsideReason | null)[]): Partial<Record<AsideReason, number>> {
  const counts: Partial<Record<AsideReason, number>> = {}
  for (const reason of reasons) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
