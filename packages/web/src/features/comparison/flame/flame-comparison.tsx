/** Two flame diagrams of two runs: when each was taken, its weight per request, and what changed. */
import { formatClockRange, noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { writeUrl } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { servedQuery } from '../../../ui/flame/data/profile-queries.ts'
import { DifferenceOf } from '../../../ui/flame/difference/difference-of.tsx'
import { type DifferenceState, differenceDefaults } from '../../../ui/flame/difference/difference-state.ts'
import { perRequests, requestsDuring } from '../../../ui/flame/difference/served-requests.ts'
import { shareText, useWeightText } from '../../../ui/flame/weight-text.ts'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import type { FlamePair, FlameSide } from './flame-pairs.ts'

export function FlameComparison(props: {
  readonly pair: FlamePair
  readonly before: ShownRun
  readonly after: ShownRun
}) {
  const { pair } = props
  const [ids, setIds] = useState({ before: '', after: '' })
  const [state, setState] = useState<DifferenceState>({ ...differenceDefaults, mode: 'perRequest' })
  // Of several the last one: the load is more likely to be at its plateau.
  const before = pair.before.find(({ record }) => record.id === ids.before) ?? pair.before.at(-1)
  const after = pair.after.find(({ record }) => record.id === ids.after) ?? pair.after.at(-1)
  const t = useT()
  if (before === undefined || after === undefined) return null
  const choose = (side: 'before' | 'after') => (id: string) => {
    setIds(chosen => ({ ...chosen, [side]: id }))
    setState(shown => ({ ...shown, root: -1 }))
  }
  return (
    <>
      <Sides
        rows={[
          { run: props.before, side: before, sides: pair.before, onChoose: choose('before') },
          { run: props.after, side: after, sides: pair.after, onChoose: choose('after') },
        ]}
      />
      <DifferenceOf
        before={before.record}
        after={after.record}
        pair={{ before: before.part, after: after.part }}
        state={state}
        onChange={changes => setState(shown => ({ ...shown, ...changes }))}
      />
      <p>
        <Link to={addressOf({ ...state, id: before.record.id, with: after.record.id, part: before.part })}>
          {t('comparison.flame.open')}
        </Link>
      </p>
    </>
  )
}

/** The page of differences, showing what is shown here. */
const addressOf = ({ id, with: otherId, ...state }: DifferenceState): string =>
  `${links.flameDiagramDifference(id, otherId)}&${writeUrl(new URLSearchParams(), differenceDefaults, state)}`

interface SideRow {
  readonly run: ShownRun
  readonly side: FlameSide
  /** All that can be chosen. */
  readonly sides: readonly FlameSide[]
  readonly onChoose: (id: string) => void
}

function Sides({ rows }: { readonly rows: readonly SideRow[] }) {
  const t = useT()
  const columns: ShortColumn<SideRow>[] = [
    { key: 'run', title: t('flame.run'), render: ({ run }) => <RunName {...run} /> },
    { key: 'name', title: t('flame.name'), render: row => <SideName {...row} /> },
    { key: 'range', title: t('comparison.flame.range'), render: rangeText },
    {
      key: 'origin',
      title: t('flame.machine'),
      isMinor: true,
      render: ({ side: { record } }) => record.origin?.machine ?? noValue,
    },
    { key: 'top', title: t('flame.topMethod'), render: topText },
    {
      key: 'total',
      title: t('flame.total'),
      align: 'right',
      render: ({ side }) => <Weight side={side} />,
    },
    {
      key: 'perRequest',
      title: t('flame.perRequests', { count: perRequests }),
      align: 'right',
      render: ({ side }) => <Weight side={side} isPerRequest />,
    },
  ]
  return <ShortTable rows={rows} columns={columns} rowId={({ run }) => run.id} />
}

function SideName({ side: { record }, sides, onChoose }: SideRow) {
  const t = useT()
  if (sides.length < 2) return <Link to={links.flameDiagramView(record.id)}>{record.name}</Link>
  return (
    <Select
      size="small"
      value={record.id}
      aria-label={t('flame.name')}
      popupMatchSelectWidth={false}
      options={sides.map(({ record: { id, name } }) => ({ value: id, label: name }))}
      onChange={onChoose}
    />
  )
}

/** From when to when of its run. */
function rangeText({ run: { run }, side: { record } }: SideRow): string {
  const { startedAt, durationMs } = record
  if (startedAt === null || durationMs === null || run.startedAt === null) return noValue
  const from = startedAt - run.startedAt
  return from + durationMs <= 0 ? noValue : formatClockRange(Math.max(0, from), from + durationMs)
}

function topText({ side: { record, part } }: SideRow): string {
  const measured = record.parts[part]
  if (measured === undefined || measured.total === 0) return noValue
  return `${measured.topMethod.name} (${shareText(measured.topMethod.self, measured.total)})`
}

function Weight({
  side,
  isPerRequest = false,
}: {
  readonly side: FlameSide
  readonly isPerRequest?: boolean
}) {
  const projectId = useProjectId()
  const weightText = useWeightText()
  const { data } = useQuery(servedQuery(projectId, side.record))
  const part = side.record.parts[side.part]
  if (part === undefined) return noValue
  if (!isPerRequest) return weightText(part.unit, part.total)
  const requests = requestsDuring(side.record, data)
  return requests === null ? noValue : weightText(part.unit, (part.total / requests) * perRequests)
}
