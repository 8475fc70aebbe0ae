/** The difference of two thread dumps: thread by thread where both are of one JVM, else by what their pools do. */
import type { ThreadDump } from '@pone/contract/entities/jvm-threads.ts'
import type { ThreadDumpFacts, ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { formatInstant } from '../../../ui/format.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { ChangesOfJvm } from './changes-of-jvm.tsx'
import { ChangesOfPools } from './changes-of-pools.tsx'
import { dumpQuery, seriesListQuery } from './data/thread-queries.ts'
import type { SeriesView } from './series-state.ts'
import { Omitted } from './thread-parts.tsx'

interface Side {
  readonly series: ThreadSeries
  readonly facts: ThreadDumpFacts
}

export function DifferenceView({
  series,
  view,
}: {
  readonly series: ThreadSeries
  readonly view: SeriesView
}) {
  const t = useT()
  const projectId = useProjectId()
  const { data: all, error, refetch } = useQuery(seriesListQuery(projectId, null))
  if (all === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const other = all.find(({ id }) => id === view.state.with) ?? series
  const shown = sideOf(series, view.state.dump)
  const compared = sideOf(
    other,
    view.state.withDump,
    other.id === series.id ? shown?.facts.number : undefined,
  )
  return (
    <>
      <div className="thread-tools">
        <SideChoice
          side={compared}
          label={t('threads.comparedWith')}
          all={all}
          onChoose={(id, number) =>
            view.change({ with: id === series.id ? '' : id, withDump: number, thread: '' })
          }
        />
      </div>
      {shown === null || compared === null ? (
        <EmptyState title={t('threads.choose')} text={t('threads.chooseText')} />
      ) : (
        <Compared sides={inOrder(compared, shown)} view={view} />
      )}
    </>
  )
}

/** The dump of this number; without one the last, or the last before `than`. */
function sideOf(series: ThreadSeries, number: number, than?: number): Side | null {
  const earlier = than === undefined ? series.taken : series.taken.filter(facts => facts.number < than)
  const others = series.taken.filter(facts => facts.number !== than)
  const facts = others.find(each => each.number === number) ?? earlier.at(-1) ?? others.at(-1)
  return facts === undefined ? null : { series, facts }
}

const inOrder = (a: Side, b: Side): readonly [Side, Side] => (a.facts.at <= b.facts.at ? [a, b] : [b, a])

function SideChoice(props: {
  readonly side: Side | null
  readonly label: string
  readonly all: readonly ThreadSeries[]
  readonly onChoose: (id: string, number: number) => void
}) {
  const { side, label, all, onChoose } = props
  const t = useT()
  const taken = all.filter(series => series.taken.length > 0)
  return (
    <label>
      {label}
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        value={side?.series.id ?? null}
        aria-label={t('threads.order.of')}
        placeholder={t('threads.choose')}
        style={{ width: 300 }}
        popupMatchSelectWidth={false}
        options={taken.map(({ id, monitorName, beganAt }) => ({
          value: id,
          label: `${monitorName} · ${formatInstant(beganAt)}`,
        }))}
        onChange={id => onChoose(id ?? '', 0)}
      />
      {side !== null && (
        <Select
          value={side.facts.number}
          aria-label={t('threads.which')}
          popupMatchSelectWidth={false}
          options={side.series.taken.map(({ number, at }) => ({
            value: number,
            label: `${number} · ${formatInstant(at)}`,
          }))}
          onChange={number => onChoose(side.series.id, number)}
        />
      )}
    </label>
  )
}

function Compared({ sides, view }: { readonly sides: readonly [Side, Side]; readonly view: SeriesView }) {
  const projectId = useProjectId()
  const [before, after] = sides
  const placeOf = ({ series, facts }: Side) => ({ id: series.id, number: facts.number })
  const first = useQuery(dumpQuery(projectId, placeOf(before)))
  const second = useQuery(dumpQuery(projectId, placeOf(after)))
  const error = first.error ?? second.error
  const retry = () => {
    for (const each of [first, second]) if (each.error !== null) void each.refetch()
  }
  if (first.data === undefined || second.data === undefined)
    return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState rows={8} />
  const dumps = { before: first.data, after: second.data } satisfies Record<string, ThreadDump>
  return (
    <>
      <Omitted facts={sides.find(({ facts }) => facts.omitted > 0)?.facts} />
      {isSameJvm(before.series, after.series) ? (
        <ChangesOfJvm {...dumps} betweenMs={after.facts.at - before.facts.at} view={view} />
      ) : (
        <ChangesOfPools {...dumps} names={[nameOf(before), nameOf(after)]} view={view} />
      )}
    </>
  )
}

function isSameJvm(a: ThreadSeries, b: ThreadSeries): boolean {
  if (a.id === b.id) return true
  if (a.jvm === null || b.jvm === null) return false
  return a.agentId === b.agentId && a.jvm.pid === b.jvm.pid && a.jvm.startedAt === b.jvm.startedAt
}

const nameOf = ({ series: { monitorName }, facts: { at } }: Side): string =>
  `${monitorName} · ${formatInstant(at)}`
