/** What a scenario needs that sends the requests of a production mix as they came: a component and its load; pure. */
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { type RecordedExchange, type Recording, unknownOrigin } from '../model/recording.ts'
import { loadOfMix, type MixLoad } from '../steps/mix-load.ts'
import { toSteps } from '../steps/to-steps.ts'
import type { MixPart } from './mix-part.ts'

interface LoadChoice {
  readonly part: MixPart
  /** What the person multiplies the arrivals by. */
  readonly factor: number
}

/** Arrivals of the listed requests, multiplied once more where whole arrivals per second are too coarse; null: none came in the part. */
export function loadOfDocument(
  document: ProductionMixDocument,
  { part, factor }: LoadChoice,
): MixLoad | null {
  const { requests, otherRequests, arrivals } = document
  const chosen = arrivals.slice(part.firstInterval, part.firstInterval + part.intervals)
  const share01 = (requests - otherRequests) / requests
  return loadOfMix({ ...document, arrivals: chosen }, share01 * factor)
}

/** A weighted choice of all requests, each sent to `baseUrl`, whatever host it had in production. */
export function componentOfMix(
  document: ProductionMixDocument,
  { baseUrl, newId }: { readonly baseUrl: string; readonly newId: () => string },
): ComponentDocument {
  const recording = recordingOf(document)
  const { steps, variables, parameters } = toSteps(recording, {
    accepted: [],
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: true,
    // Arrivals come at their own times.
    hasThinkTimes: false,
    baseUrl,
    takenNames: [],
    newId,
  })
  return componentDocumentSchema.parse({
    settings: { http: { baseUrl } },
    variables: [...variables],
    parameters: [...parameters],
    steps: [...steps],
  })
}

function recordingOf(document: ProductionMixDocument): Recording {
  const { templates, lists, secrets } = document
  return {
    format: 'accessLog',
    pages: [],
    exchanges: templates.map(
      ({ method, path, url, count }, index): RecordedExchange => ({
        index,
        place: `${method} ${path}`.slice(0, 200),
        name: `${method} ${path}`,
        pageId: null,
        startedAtMs: null,
        durationMs: 0,
        method,
        url: unknownOrigin + url,
        host: '',
        headers: [],
        body: null,
        response: null,
        isFromCache: false,
        isDocument: false,
        expectedStatus: null,
        count,
      }),
    ),
    variables: secrets.map(name => ({ name, value: '', isSecret: true })),
    lists,
    left: [],
    mix: document,
  }
}
