/** A flame diagram with its tools: search, direction, the path of the zoom, overview and export; its state is in the address. */
import { SearchOutlined } from '@ant-design/icons'
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import { type FlameTree, pathTo } from '@pone/profiles/views/layout.ts'
import { foundWeight } from '@pone/profiles/views/search.ts'
import { Button, Input, Segmented } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useNameSearch } from './data/use-name-search.ts'
import { FlameCanvas } from './flame-canvas.tsx'
import { nameOfNode } from './flame-drawing.ts'
import { FlameExport } from './flame-export.tsx'
import { FlameOverview } from './flame-overview.tsx'
import { useFlameLook, useFrameTitle } from './use-flame-look.ts'
import { shareText } from './weight-text.ts'
import './flame.css'

export const flameDefaults = { root: -1, find: '', icicle: false }
export interface FlameState {
  readonly root: number
  readonly find: string
  readonly icicle: boolean
}

export function FlameView(props: {
  readonly tree: FlameTree
  readonly unit: ProfileUnit
  readonly name: string
  readonly state: FlameState
  readonly onChange: (changes: Partial<FlameState>) => void
  readonly colorOf?: ((node: number) => string) | undefined
  readonly titleOf?: ((node: number) => string) | undefined
  /** Further tools of the page. */
  readonly children?: ReactNode
}) {
  const { tree, unit, name, state, onChange, colorOf } = props
  const t = useT()
  const { found, problem } = useNameSearch(tree.names, state.find)
  const weight = useMemo(() => (found === null ? 0 : foundWeight(tree, found)), [tree, found])
  const look = useFlameLook(tree, { found: found?.names ?? null, isIcicle: state.icicle, colorOf })
  const ownTitle = useFrameTitle(tree, unit)
  const titleOf = props.titleOf ?? ownTitle
  // A link can name a frame that the present filter leaves out.
  const root = state.root < tree.depth.length && (tree.totals[state.root] ?? 0) > 0 ? state.root : -1
  const zoom = (node: number) => onChange({ root: node })
  return (
    <>
      <div className="flame-tools">
        <Input
          allowClear
          prefix={<SearchOutlined />}
          value={state.find}
          aria-label={t('flame.find')}
          placeholder={t('flame.find')}
          status={problem === null ? '' : 'error'}
          onChange={event => onChange({ find: event.target.value })}
        />
        <span role="status" className="secondary">
          {problem !== null && t(`flame.${problem}`)}
          {found !== null && t('flame.found', { count: found.count, share: shareText(weight, tree.total) })}
        </span>
        <Segmented
          aria-label={t('flame.layout')}
          value={state.icicle ? 'icicle' : 'flame'}
          options={[
            { value: 'flame', label: t('flame.flame') },
            { value: 'icicle', label: t('flame.icicle') },
          ]}
          onChange={value => onChange({ icicle: value === 'icicle' })}
        />
        {props.children}
        <Button disabled={root < 0 && state.find === ''} onClick={() => onChange({ root: -1, find: '' })}>
          {t('flame.reset')}
        </Button>
        <FlameExport tree={tree} look={look} root={root} titleOf={titleOf} name={name} />
      </div>
      {root >= 0 && <ZoomPath tree={tree} root={root} onRoot={zoom} />}
      <FlameCanvas tree={tree} look={look} root={root} onRoot={zoom} titleOf={titleOf} />
      {root >= 0 && <FlameOverview tree={tree} look={look} root={root} />}
    </>
  )
}

/** Callers of the frame that is zoomed in, each of which leads back to it; of many the outermost and innermost. */
function ZoomPath(props: {
  readonly tree: FlameTree
  readonly root: number
  readonly onRoot: (node: number) => void
}) {
  const { tree, root, onRoot } = props
  const t = useT()
  const path = useMemo(() => pathTo(tree, root), [tree, root])
  const shown = [-1, ...(path.length > 6 ? [...path.slice(0, 2), ...path.slice(-4)] : path)]
  return (
    <ol className="flame-path" aria-label={t('flame.path')}>
      {shown.map(node => (
        <li key={node}>
          <button type="button" className="link-button" onClick={() => onRoot(node)}>
            {nameOfNode(tree, node, t('flame.all'))}
          </button>
        </li>
      ))}
    </ol>
  )
}
