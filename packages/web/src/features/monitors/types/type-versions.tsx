/** Versions of a type: who saved them, which monitors use them, what differs, restoring, and moving monitors to the newest. */
import type {
  MonitorTypeChanges,
  MonitorTypeDetail,
  MonitorTypeVersion,
} from '@pone/contract/entities/monitor-type.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { formatInstant } from '../../../ui/format.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { typeQuery, typesKey } from './monitor-type-queries.ts'
import { differentLines } from './text-difference.ts'

interface VersionsProps {
  readonly type: MonitorTypeDetail
  /** As it is in the editor. */
  readonly text: string
  readonly onRestored: (restored: MonitorTypeDetail) => void
}

export function TypeVersions({ type, text, onRestored }: VersionsProps) {
  const t = useT()
  const update = useUpdate(type)
  const restore = useRestore(type, onRestored)
  const [compared, setCompared] = useState<number | null>(null)
  return (
    <>
      {type.monitorsOfOlder > 0 && (
        <p>
          <Button onClick={() => void update()}>{t('monitorType.update', { version: type.version })}</Button>
        </p>
      )}
      <ul className="monitor-type-versions">
        {type.versions.map(entry => (
          <li key={entry.version}>
            <b>
              {t('monitorType.version')} {entry.version}
            </b>
            <div className="secondary">{factsOf(t, entry)}</div>
            <span className="row-actions">
              <Button
                size="small"
                aria-expanded={compared === entry.version}
                onClick={() => setCompared(compared === entry.version ? null : entry.version)}
              >
                {t('monitorType.difference')}
              </Button>
              {entry.version !== type.version && (
                <Button size="small" onClick={() => restore(entry.version)}>
                  {t('monitorType.restore')}
                </Button>
              )}
            </span>
            {compared === entry.version && (
              <Difference name={type.name} version={entry.version} text={text} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const factsOf = (
  t: ReturnType<typeof useT>,
  { createdBy, createdAt, monitors }: MonitorTypeVersion,
): string =>
  [
    t('monitorType.by', { by: createdBy, at: formatInstant(createdAt) }),
    t('monitorType.usedBy', { count: monitors }),
  ].join(' · ')

function Difference(props: { readonly name: string; readonly version: number; readonly text: string }) {
  const { name, version, text } = props
  const t = useT()
  const { data, error, refetch } = useQuery(typeQuery(name, version))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const lines = differentLines(data.text, text)
  if (lines.length === 0) return <p className="secondary">{t('monitorType.noDifference')}</p>
  return (
    <pre className="monitor-type-difference">
      {lines.map(({ sign, text: line, line: number, followsGap }) => (
        <span key={`${sign}${number}`} data-sign={sign}>
          {followsGap && '⋯\n'}
          {sign} {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

function useRestore(
  { name }: MonitorTypeDetail,
  onRestored: VersionsProps['onRestored'],
): (version: number) => void {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryClient()
  return version =>
    confirm({
      title: t('monitorType.restoreTitle', { version }),
      text: t('monitorType.restoreText'),
      verb: t('monitorType.restore'),
      isDangerous: false,
      onConfirm: async () => {
        onRestored(await api.monitorType.restore({ name, version }))
        notify({ kind: 'success', text: t('notice.saved') })
        await cache.invalidateQueries({ queryKey: typesKey })
      },
    })
}

/** Asks after it has told what the newest version changes. */
function useUpdate({ name, version }: MonitorTypeDetail): () => Promise<void> {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryClient()
  const move = async () => {
    const { updated, kept } = await api.monitorType.updateMonitors({ name, version })
    notify({ kind: 'success', text: t('monitorType.moved', { count: updated }) })
    if (kept.length > 0)
      notify({
        kind: 'warning',
        text: t('monitorType.kept', {
          count: kept.length,
          names: kept.map(monitor => monitor.name).join(t('monitor.comma')),
        }),
      })
    await cache.invalidateQueries({ queryKey: typesKey })
  }
  return async () => {
    try {
      const changes = await api.monitorType.changes({ name, version })
      confirm({
        title: t('monitorType.updateTitle', { count: changes.monitors, version }),
        text: <Changes changes={changes} />,
        verb: t('monitorType.update', { version }),
        isDangerous: changes.removed.length > 0 || changes.changed.length > 0,
        onConfirm: move,
      })
    } catch (error) {
      showError(error)
    }
  }
}

const kinds = ['added', 'removed', 'changed'] as const

function Changes({ changes }: { readonly changes: MonitorTypeChanges }) {
  const t = useT()
  const told = kinds.filter(kind => changes[kind].length > 0)
  if (told.length === 0) return t('monitorType.sameCounters')
  return told.map(kind => (
    <span key={kind} className="monitor-type-changes">
      {t(`monitorType.${kind}`, { names: changes[kind].join(t('monitor.comma')) })}
    </span>
  ))
}
