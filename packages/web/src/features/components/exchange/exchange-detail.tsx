/** One request of a standalone execution in full, part by part in tabs. */
import { CloseCircleFilled } from '@ant-design/icons'
import { sectionTitle } from '@pone/protocols/definitions.ts'
import { Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ExchangeSection } from '../../../ui/run/exchange-section.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { CountBadge } from './count-badge.tsx'
import type { ExchangeRow } from './debug-model.ts'
import { Checkpoints, Extracted, Resources, Timing } from './exchange-parts.tsx'
import { cellIn, type FoundInExchange, Request, Response } from './message-parts.tsx'
import { RecordedNotice } from './recorded-notice.tsx'

interface ExchangeDetailProps {
  readonly row: ExchangeRow
  /** Shows a field of a step in the editor above; left out if there is none. */
  readonly onReveal?: ((path: string) => void) | undefined
  /** A hit of a search in this exchange: its tab is opened and it is marked. */
  readonly found?: FoundInExchange | null
  /** At the end of the tab bar. */
  readonly extra: ReactNode
}

export function ExchangeDetail({ row, extra, onReveal, found = null }: ExchangeDetailProps) {
  const t = useT()
  const language = useSession('language')
  const { exchange } = row
  const failedChecks = exchange.checkpoints.filter(check => !check.passed).length
  const isEmpty = exchange.error?.code === 'extractor'
  const emptyExtractors = isEmpty ? exchange.extracted.filter(({ matched }) => !matched).length : 0
  const [tab, setTab] = useTab(firstTab(exchange, failedChecks > 0), found)
  const counted = (label: string, { length: all }: readonly unknown[], failed = 0) => (
    <>
      {label}
      <CountBadge all={all} failed={failed} />
    </>
  )
  const { sections, checkpoints, extracted, resources } = exchange
  const part = (key: string, label: ReactNode, children: ReactNode) => ({ key, label, children })
  return (
    <>
      <Remarks exchange={exchange} />
      <RecordedNotice row={row} />
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        renderTabBar={(props, TabBar) => (
          <div className="cd-exchange-tabs">
            <TabBar {...props} />
            {extra}
          </div>
        )}
        items={[
          ...sections.map(section =>
            part(
              keyOf(section),
              sectionTitle(exchange.protocol, section.key)[language],
              <ExchangeSection
                section={section}
                protocol={exchange.protocol}
                found={cellIn(found, { tab: keyOf(section), part: 'content' })}
              />,
            ),
          ),
          part(
            'response',
            t('component.debug.response'),
            <Response row={row} onReveal={onReveal} found={found} />,
          ),
          part('request', t('component.debug.request'), <Request exchange={exchange} found={found} />),
          part(
            'checkpoints',
            counted(t('component.checkpoints'), checkpoints, failedChecks),
            <Checkpoints row={row} onReveal={onReveal} />,
          ),
          part(
            'extracted',
            counted(t('component.debug.extracted'), extracted, emptyExtractors),
            <Extracted row={row} onReveal={onReveal} />,
          ),
          ...(resources.length === 0
            ? []
            : [
                part(
                  'resources',
                  counted(
                    t('component.debug.resources'),
                    resources,
                    resources.filter(({ errorCode }) => errorCode !== null).length,
                  ),
                  <Resources exchange={exchange} />,
                ),
              ]),
          part('timing', t('component.debug.timing'), <Timing exchange={exchange} />),
        ]}
      />
    </>
  )
}

/** The open tab: that of a hit when another one is shown. */
function useTab(first: string, found: FoundInExchange | null) {
  const [tab, setTab] = useState(first)
  const [latest, setLatest] = useState<FoundInExchange | null>(null)
  if (found !== latest) {
    setLatest(found)
    if (found) setTab(found.place.tab)
  }
  return [tab, setTab] as const
}

/** What is remarkable of the exchange as a whole: answered from the cache, or failed. */
function Remarks({ exchange }: Pick<ExchangeRow, 'exchange'>) {
  const t = useT()
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
    </>
  )
}

const keyOf = ({ key }: { readonly key: string }) => `section.${key}`

/** The tab that is open at first: the failed checkpoints, else the section of the protocol. */
function firstTab({ sections }: ExchangeRow['exchange'], hasFailedChecks: boolean): string {
  if (hasFailedChecks) return 'checkpoints'
  const [section] = sections
  return section === undefined ? 'response' : keyOf(section)
}
