/** What can be put on the canvas: by dragging, by a click or by Enter. */
import { type LinkNodeKind, linkNodeKinds } from '@pone/contract/entities/monitor-link.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { type DragEvent, useMemo, useState } from 'react'
import { z } from 'zod'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { monitorTreeQuery } from '../link-queries.ts'

/** What a palette entry makes. */
export interface PaletteItem {
  readonly kind: LinkNodeKind
  readonly monitor: { readonly id: string; readonly name: string; readonly type: string } | null
}

const dragType = 'application/x-pone-link-node'
/** Monitors that are listed at once; more are found by the search. */
const maxListed = 100

const itemSchema = z.object({
  kind: z.enum(linkNodeKinds),
  monitor: z.object({ id: z.string(), name: z.string(), type: z.string() }).nullable(),
})

/** null: something else was dropped. */
export function readItem(text: string): PaletteItem | null {
  try {
    return itemSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export const readDragged = (event: DragEvent): string => event.dataTransfer.getData(dragType)

/** `onAdd` is called with what was chosen by a click or a key. */
export function Palette(props: { readonly onAdd: (item: PaletteItem) => void }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const kinds = linkNodeKinds.filter(kind => kind !== 'monitor')
  return (
    <aside className="link-palette" aria-label={t('monitorLink.palette')}>
      <h2>{t('monitorLink.parts')}</h2>
      <ul>
        {kinds.map(kind => (
          <Entry
            key={kind}
            item={{ kind, monitor: null }}
            onAdd={props.onAdd}
            text={t(`monitorLink.kind.${kind}`)}
          />
        ))}
      </ul>
      <h2>{t('monitorLink.monitors')}</h2>
      <Input.Search
        size="small"
        allowClear
        aria-label={t('monitor.search')}
        placeholder={t('monitor.search')}
        value={search}
        onChange={event => setSearch(event.target.value)}
      />
      <Monitors search={search} onAdd={props.onAdd} />
      <p className="secondary">{t('monitorLink.paletteHelp')}</p>
    </aside>
  )
}

function Monitors(props: { readonly search: string; readonly onAdd: (item: PaletteItem) => void }) {
  const { search, onAdd } = props
  const t = useT()
  const language = useSession('language')
  const { nameOf } = useMonitorTypes()
  const { data, error, refetch } = useQuery(monitorTreeQuery(useProjectId()))
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return (data ?? [])
      .flatMap(group => group.monitors)
      .filter(({ alias, type }) => `${alias} ${nameOf({ type }, language)}`.toLowerCase().includes(wanted))
  }, [data, search, language, nameOf])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={4} />
  if (found.length === 0) return <p className="secondary">{t('monitorLink.noMonitors')}</p>
  return (
    <>
      <ul>
        {found.slice(0, maxListed).map(({ id, alias, type }) => (
          <Entry
            key={id}
            item={{ kind: 'monitor', monitor: { id, name: alias, type } }}
            onAdd={onAdd}
            text={alias}
            note={nameOf({ type }, language)}
          />
        ))}
      </ul>
      {found.length > maxListed && (
        <p className="secondary">{t('monitorLink.moreMonitors', { count: found.length - maxListed })}</p>
      )}
    </>
  )
}

function Entry(props: {
  readonly item: PaletteItem
  readonly text: string
  readonly note?: string
  readonly onAdd: (item: PaletteItem) => void
}) {
  const { item, text, note, onAdd } = props
  return (
    <li>
      <button
        type="button"
        draggable
        onDragStart={event => {
          event.dataTransfer.setData(dragType, JSON.stringify(item))
          event.dataTransfer.effectAllowed = 'copy'
        }}
        onClick={() => onAdd(item)}
      >
        <span>{text}</span>
        {note !== undefined && <span className="secondary">{note}</span>}
      </button>
    </li>
  )
}
