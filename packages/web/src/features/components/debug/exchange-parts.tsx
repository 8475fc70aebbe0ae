/** The parts of a request in full: response, request, results of checkpoints, extracted variables, embedded resources, timing. */
import { phasesOf } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs } from '@pone/metrics/figures.ts'
import { phaseTitle } from '@pone/protocols/definitions.ts'
import { useContext } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { clockText } from '../../../ui/clock-text.ts'
import { HeaderList } from '../../../ui/header-list.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { EditorContext } from '../context/editor-context.ts'
import { findStep } from '../model/step-tree.ts'
import { checkpointText } from '../request/checkpoint-rules.ts'
import { BodyView } from './body-view.tsx'
import type { ExchangeRow } from './debug-model.ts'
import { PassCell, passClass } from './pass-mark.tsx'
import { shareOf } from './waterfall.ts'

type Exchange = ExchangeRow['exchange']
type Headers = readonly (readonly [string, string])[]

interface PartProps {
  readonly exchange: Exchange
}

const contentTypeOf = (headers: Headers): string =>
  headers.find(([key]) => key.toLowerCase() === 'content-type')?.[1] ?? ''

export function Response({ exchange }: PartProps) {
  const t = useT()
  const { responseBody, responseHeaders, responseBytes } = exchange
  return (
    <>
      <BodyView body={responseBody} contentType={contentTypeOf(responseHeaders)} totalBytes={responseBytes} />
      <TitledHeaders title={t('component.debug.responseHeaders')} headers={responseHeaders} />
    </>
  )
}

export function Request({ exchange }: PartProps) {
  const t = useT()
  const { method, url, requestBody, requestHeaders } = exchange
  return (
    <>
      <div className="cd-request-line cd-mono">
        <b className={`cd-method is-${method}`}>{method}</b> {url}
      </div>
      <TitledHeaders title={t('component.request.headers')} headers={requestHeaders} />
      {requestBody !== '' && (
        <BodyView body={requestBody} contentType={contentTypeOf(requestHeaders)} totalBytes={0} />
      )}
    </>
  )
}

function TitledHeaders({ title, headers }: { readonly title: string; readonly headers: Headers }) {
  if (headers.length === 0) return null
  return (
    <>
      <h4 className="cd-detail-title">{title}</h4>
      <HeaderList headers={headers} />
    </>
  )
}

/** The text of a step's checkpoint as it is now, by its id; undefined if the editor has no such checkpoint. */
function useCheckpointText(stepId: string): (id: string) => string | undefined {
  const t = useT()
  const language = useSession('language')
  // Null outside the component editor.
  const editor = useContext(EditorContext)
  const step = editor && findStep(editor.state.document.steps, stepId)
  const checkpoints = step?.kind === 'request' ? step.checkpoints : []
  return id => {
    const check = checkpoints.find(known => known.id === id)
    return check && checkpointText(check, t, language)
  }
}

export function Checkpoints({ row: { exchange, stepId } }: { readonly row: ExchangeRow }) {
  const t = useT()
  const textOf = useCheckpointText(stepId)
  if (exchange.checkpoints.length === 0)
    return <p className="cd-hint">{t('component.debug.noCheckpoints')}</p>
  return (
    <table className="cd-table">
      <thead>
        <tr>
          <th>{t('component.debug.result')}</th>
          <th>{t('component.checkpoint')}</th>
          <th>{t('component.debug.actual')}</th>
        </tr>
      </thead>
      <tbody>
        {exchange.checkpoints.map(({ id, passed, summary, actual }) => (
          <tr key={id}>
            <PassCell isPassed={passed} />
            <td>{textOf(id) ?? <ToldCause detail={summary} />}</td>
            <td className="cd-mono">{actual}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Extracted({ exchange: { extracted } }: PartProps) {
  const t = useT()
  if (extracted.length === 0) return <p className="cd-hint">{t('component.debug.noExtracted')}</p>
  return (
    <table className="cd-table">
      <tbody>
        {extracted.map(({ variable, value, matched }) => (
          <tr key={variable}>
            <th className="cd-mono">{variable}</th>
            <td className="cd-mono">{value}</td>
            <td className={passClass(matched)}>
              {t(matched ? 'component.debug.matched' : 'component.debug.notMatched')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Resources({ exchange: { resources } }: PartProps) {
  const t = useT()
  return (
    <table className="cd-table">
      <thead>
        <tr>
          <th>{t('component.source.status')}</th>
          <th>{t('component.request.url')}</th>
          <th>{t('component.source.responseTime')}</th>
          <th>{t('component.source.size')}</th>
        </tr>
      </thead>
      <tbody>
        {resources.map(({ url, status, durationMs, receivedBytes, errorCode }, index) => (
          // The same address may occur more than once.
          <tr key={index}>
            <td className={passClass(errorCode === null)}>{errorCode ?? status}</td>
            <td className="cd-mono">{url}</td>
            <td>{formatMs(durationMs)}</td>
            <td>{formatBytes(receivedBytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Timing({ exchange }: PartProps) {
  const t = useT()
  const language = useSession('language')
  const phases = Object.entries(phasesOf(exchange))
  const longestMs = Math.max(...phases.map(([, ms]) => ms ?? 0))
  return (
    <table className="cd-table cd-timing">
      <tbody>
        {phases.map(([key, value]) => (
          <tr key={key}>
            <th>{phaseTitle(key)[language]}</th>
            <td>
              {value === null ? (
                <span className="cd-help">{t('component.timing.none')}</span>
              ) : (
                formatMs(value)
              )}
            </td>
            <td className="cd-timing-bar" aria-hidden>
              <i style={{ width: `${shareOf(value ?? 0, longestMs)}%` }} />
            </td>
          </tr>
        ))}
        <tr>
          <th>{t('component.timing.total')}</th>
          <td>
            <b>{formatMs(exchange.durationMs)}</b>
          </td>
          <td className="cd-help">{clockText(exchange.at)}</td>
        </tr>
      </tbody>
    </table>
  )
}
