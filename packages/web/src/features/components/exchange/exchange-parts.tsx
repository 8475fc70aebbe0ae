/** The parts of a request in full beside its messages: results of checkpoints, extracted variables, embedded resources, timing. */
import { phasesOf } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs } from '@pone/metrics/figures.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { phaseTitle } from '@pone/protocols/definitions.ts'
import { type ReactNode, useContext } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { clockText } from '../../../ui/clock-text.ts'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { EditorContext } from '../context/editor-context.ts'
import { findStep } from '../model/step-tree.ts'
import { checkpointText } from '../request/checkpoint-rules.ts'
import type { ExchangeRow } from './debug-model.ts'
import { PassCell, passClass } from './pass-mark.tsx'
import { shareOf } from './waterfall.ts'

type Exchange = ExchangeRow['exchange']

interface PartProps {
  readonly exchange: Exchange
}

interface JudgedProps {
  readonly row: ExchangeRow
  /** Shows a field of a step in the editor above. */
  readonly onReveal: ((path: string) => void) | undefined
}

/** The request step as it is now; null if the editor has none of this id. */
function useRequestStep(stepId: string): StepOf<'request'> | null {
  // Null outside the component editor.
  const editor = useContext(EditorContext)
  const step = editor && findStep(editor.state.document.steps, stepId)
  return step?.kind === 'request' ? step : null
}

/** Text that shows a row of the step's form on a click, if there is one. */
function ToField({
  path,
  onReveal,
  children,
}: Pick<JudgedProps, 'onReveal'> & { readonly path: string | null; readonly children: ReactNode }) {
  const t = useT()
  if (path === null || onReveal === undefined) return children
  return (
    <button
      type="button"
      className="cd-link"
      title={t('component.debug.toField')}
      onClick={() => onReveal(path)}
    >
      {children}
    </button>
  )
}

export function Checkpoints({ row: { exchange, stepId }, onReveal }: JudgedProps) {
  const t = useT()
  const language = useSession('language')
  const known = useRequestStep(stepId)?.checkpoints ?? []
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
        {exchange.checkpoints.map(({ id, passed, summary, actual }) => {
          const at = known.findIndex(each => each.id === id)
          const check = known[at]
          return (
            <tr key={id}>
              <PassCell isPassed={passed} />
              <td>
                <ToField path={check ? `${stepId}:checkpoints.${at}` : null} onReveal={onReveal}>
                  {check ? checkpointText(check, t, language) : <ToldCause detail={summary} />}
                </ToField>
              </td>
              <td className="cd-mono">{actual}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export function Extracted({ row: { exchange, stepId }, onReveal }: JudgedProps) {
  const t = useT()
  const known = useRequestStep(stepId)?.extractors ?? []
  if (exchange.extracted.length === 0) return <p className="cd-hint">{t('component.debug.noExtracted')}</p>
  return (
    <table className="cd-table">
      <tbody>
        {exchange.extracted.map(({ variable, value, matched }) => {
          const at = known.findIndex(each => each.variable === variable)
          return (
            <tr key={variable}>
              <th className="cd-mono">
                <ToField path={at < 0 ? null : `${stepId}:extractors.${at}`} onReveal={onReveal}>
                  {variable}
                </ToField>
              </th>
              <td className="cd-mono">{value}</td>
              <td className={passClass(matched)}>
                {t(matched ? 'component.debug.matched' : 'component.debug.notMatched')}
              </td>
            </tr>
          )
        })}
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
