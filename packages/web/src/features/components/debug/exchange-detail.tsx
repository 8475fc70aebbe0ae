/** One request of a standalone execution in full: response, request, checkpoints, extracted variables, timing. */

import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { phasesOf } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs } from '@pone/metrics/figures.ts'
import { phaseTitle, sectionTitle } from '@pone/protocols/definitions.ts'
import { Tabs } from 'antd'
import { type ReactNode, useContext, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { clockText } from '../../../ui/clock-text.ts'
import { HeaderList } from '../../../ui/header-list.tsx'
import { ExchangeSection } from '../../../ui/run/exchange-section.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { EditorContext } from '../context/editor-context.ts'
import { findStep } from '../model/step-tree.ts'
import { checkpointText } from '../request/checkpoint-rules.ts'
import { BodyView } from './body-view.tsx'
import type { ExchangeRow } from './debug-model.ts'

type Headers = readonly (readonly [string, string])[]

export function ExchangeDetail({ row, extra }: { readonly row: ExchangeRow; readonly extra: ReactNode }) {
  const t = useT()
  const language = useSession('language')
  const { exchange } = row
  // Plans of JMeter have no steps of ours.
  const editor = useContext(EditorContext)
  const step = editor && findStep(editor.state.document.steps, row.stepId)
  const summaryOf = (id: string) => {
    const check = step?.kind === 'request' ? step.checkpoints.find(known => known.id === id) : undefined
    return check && checkpointText(check, t, language)
  }
  const failedChecks = exchange.checkpoints.filter(check => !check.passed).length
  const [tab, setTab] = useState(firstTab(exchange, failedChecks))
  const counted = (label: string, count: number, isBad = false) => (
    <>
      {label}
      {count > 0 && <span className={`cd-count${isBad ? ' is-bad' : ''}`}>{count}</span>}
    </>
  )
  return (
    <>
      {exchange.fromCache !== null && (
        <div className="cd-help">{t(`component.debug.cache.${exchange.fromCache}`)}</div>
      )}
      {exchange.error && (
        <div className="cd-exchange-error" role="alert">
          <CloseCircleFilled aria-hidden /> <b>{exchange.error.code}</b>{' '}
          <ToldCause detail={exchange.error.message} />
        </div>
      )}
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        tabBarExtraContent={extra}
        items={[
          ...exchange.sections.map(section => ({
            key: `section.${section.key}`,
            label: sectionTitle(exchange.protocol, section.key)[language],
            children: <ExchangeSection section={section} />,
          })),
          {
            key: 'response',
            label: t('component.debug.response'),
            children: (
              <>
                <BodyView
                  body={exchange.responseBody}
                  contentType={headerOf(exchange.responseHeaders, 'content-type')}
                  totalBytes={exchange.responseBytes}
                />
                <TitledHeaders
                  title={t('component.debug.responseHeaders')}
                  headers={exchange.responseHeaders}
                />
              </>
            ),
          },
          {
            key: 'request',
            label: t('component.debug.request'),
            children: (
              <>
                <div className="cd-request-line cd-mono">
                  <b className={`cd-method is-${exchange.method}`}>{exchange.method}</b> {exchange.url}
                </div>
                <TitledHeaders title={t('component.request.headers')} headers={exchange.requestHeaders} />
                {exchange.requestBody !== '' && (
                  <BodyView
                    body={exchange.requestBody}
                    contentType={headerOf(exchange.requestHeaders, 'content-type')}
                    totalBytes={0}
                  />
                )}
              </>
            ),
          },
          {
            key: 'checkpoints',
            label: counted(t('component.checkpoints'), exchange.checkpoints.length, failedChecks > 0),
            children:
              exchange.checkpoints.length === 0 ? (
                <p className="cd-hint">{t('component.debug.noCheckpoints')}</p>
              ) : (
                <table className="cd-table">
                  <thead>
                    <tr>
                      <th>{t('component.debug.result')}</th>
                      <th>{t('component.checkpoint')}</th>
                      <th>{t('component.debug.actual')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {exchange.checkpoints.map(check => (
                      <tr key={check.id}>
                        <td className={check.passed ? 'cd-passed' : 'cd-failed'}>
                          {check.passed ? (
                            <CheckCircleFilled aria-hidden />
                          ) : (
                            <CloseCircleFilled aria-hidden />
                          )}{' '}
                          {check.passed ? t('component.debug.passed') : t('component.debug.failed')}
                        </td>
                        <td>{summaryOf(check.id) ?? <ToldCause detail={check.summary} />}</td>
                        <td className="cd-mono">{check.actual}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              ),
          },
          {
            key: 'extracted',
            label: counted(t('component.debug.extracted'), exchange.extracted.length),
            children:
              exchange.extracted.length === 0 ? (
                <p className="cd-hint">{t('component.debug.noExtracted')}</p>
              ) : (
                <table className="cd-table">
                  <tbody>
                    {exchange.extracted.map(found => (
                      <tr key={found.variable}>
                        <th className="cd-mono">{found.variable}</th>
                        <td className="cd-mono">{found.value}</td>
                        <td className={found.matched ? 'cd-passed' : 'cd-failed'}>
                          {found.matched ? t('component.debug.matched') : t('component.debug.notMatched')}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              ),
          },
          ...(exchange.resources.length === 0
            ? []
            : [
                {
                  key: 'resources',
                  label: counted(t('component.debug.resources'), exchange.resources.length),
                  children: <Resources resources={exchange.resources} />,
                },
              ]),
          { key: 'timing', label: t('component.debug.timing'), children: <Timing row={row} /> },
        ]}
      />
    </>
  )
}

/** What is looked at first: what failed, then what only the protocol shows. */
function firstTab({ sections }: ExchangeRow['exchange'], failedChecks: number): string {
  if (failedChecks > 0) return 'checkpoints'
  const [section] = sections
  return section === undefined ? 'response' : `section.${section.key}`
}

function headerOf(headers: Headers, name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
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

function Resources({ resources }: { readonly resources: ExchangeRow['exchange']['resources'] }) {
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
          // The same address may come more than once.
          <tr key={index}>
            <td className={errorCode === null ? 'cd-passed' : 'cd-failed'}>{errorCode ?? status}</td>
            <td className="cd-mono">{url}</td>
            <td>{formatMs(durationMs)}</td>
            <td>{formatBytes(receivedBytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Timing({ row }: { readonly row: ExchangeRow }) {
  const t = useT()
  const language = useSession('language')
  const { durationMs, at } = row.exchange
  const phases = Object.entries(phasesOf(row.exchange))
  const longest = Math.max(0.001, ...phases.map(([, ms]) => ms ?? 0))
  return (
    <table className="cd-table cd-timing">
      <tbody>
        {phases.map(([key, value]) => {
          return (
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
                <i style={{ width: `${((value ?? 0) / longest) * 100}%` }} />
              </td>
            </tr>
          )
        })}
        <tr>
          <th>{t('component.timing.total')}</th>
          <td>
            <b>{formatMs(durationMs)}</b>
          </td>
          <td className="cd-help">{clockText(at)}</td>
        </tr>
      </tbody>
    </table>
  )
}
