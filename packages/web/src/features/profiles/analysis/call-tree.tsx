/** What each frame calls, as a tree that opens row by row, the heaviest calls first. */
import { RightOutlined } from '@ant-design/icons'
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import type { FlameTree } from '@pone/profiles/views/layout.ts'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nameOfNode } from '../../../ui/flame/flame-drawing.ts'
import { childrenOf } from '../../../ui/flame/flame-steps.ts'
import { shareText, useWeightText } from '../../../ui/flame/weight-text.ts'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import '../../../ui/flame/flame.css'

/** Calls of one frame that are listed, and rows in all. */
const maxCalls = 100
const maxRows = 1_000

interface Row {
  readonly node: number
  readonly level: number
}

export function CallTree({ tree, unit }: { readonly tree: FlameTree; readonly unit: ProfileUnit }) {
  const t = useT()
  const weightText = useWeightText()
  const [open, setOpen] = useState<ReadonlySet<number>>(() => heaviestPath(tree))
  const rows = useMemo(() => openRows(tree, open), [tree, open])
  const toggle = (node: number) =>
    setOpen(before => {
      const next = new Set(before)
      if (!next.delete(node)) next.add(node)
      return next
    })
  const weight = (key: string, title: string, of: Float64Array): ShortColumn<Row> => ({
    key,
    title,
    align: 'right',
    render: ({ node }) => (
      <span title={weightText(unit, of[node] ?? 0)}>{shareText(of[node] ?? 0, tree.total)}</span>
    ),
  })
  const columns: ShortColumn<Row>[] = [
    {
      key: 'name',
      title: t('flame.method'),
      render: ({ node, level }) => {
        const name = nameOfNode(tree, node, '')
        const isLeaf = (tree.ends[node] ?? 0) === node + 1
        return (
          <span className="call-tree-name" style={{ paddingLeft: Math.min(level, 40) * 14 }}>
            {isLeaf ? (
              <span className="call-tree-toggle" />
            ) : (
              <button
                type="button"
                className="icon-button call-tree-toggle"
                aria-expanded={open.has(node)}
                aria-label={t(open.has(node) ? 'flame.collapse' : 'flame.expand', { name })}
                onClick={() => toggle(node)}
              >
                <RightOutlined rotate={open.has(node) ? 90 : 0} />
              </button>
            )}
            <span className="flame-name">{name}</span>
          </span>
        )
      },
    },
    weight('total', t('flame.withCalls'), tree.totals),
    weight('self', t('flame.self'), tree.self),
  ]
  return <ShortTable rows={rows} columns={columns} rowId={({ node }) => String(node)} />
}

const byWeight = (tree: FlameTree, nodes: readonly number[]): number[] =>
  nodes.toSorted((a, b) => (tree.totals[b] ?? 0) - (tree.totals[a] ?? 0)).slice(0, maxCalls)

function openRows(tree: FlameTree, open: ReadonlySet<number>): Row[] {
  const rows: Row[] = []
  const waiting: Row[] = byWeight(tree, childrenOf(tree, -1))
    .map(node => ({ node, level: 0 }))
    .reverse()
  for (let row = waiting.pop(); row !== undefined && rows.length < maxRows; row = waiting.pop()) {
    rows.push(row)
    if (!open.has(row.node)) continue
    const { level } = row
    for (const node of byWeight(tree, childrenOf(tree, row.node)).reverse())
      waiting.push({ node, level: level + 1 })
  }
  return rows
}

/** Opened at first: the heaviest call of the heaviest call, as long as it has most of the weight. */
function heaviestPath(tree: FlameTree): ReadonlySet<number> {
  const path = new Set<number>()
  let weight = tree.total
  for (let nodes = childrenOf(tree, -1); nodes.length > 0 && path.size < 40; ) {
    const [node] = byWeight(tree, nodes)
    if (node === undefined || (tree.totals[node] ?? 0) < weight / 2) break
    path.add(node)
    weight = tree.totals[node] ?? 0
    nodes = childrenOf(tree, node)
  }
  return path
}
