/** A flame diagram with its tools: search, direction, colours, the path of the zoom, overview and export; its state is in the address. */
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import { type FlameTree, pathTo } from '@pone/profiles/views/layout.ts'
import { Button, Segmented, Select } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useNameSearch } from './data/use-name-search.ts'
import { FlameCanvas } from './flame-canvas.tsx'
import { nameOfNode } from './flame-drawing.ts'
import { FlameExport } from './flame-export.tsx'
import { FlameOverview } from './flame-overview.tsx'
import { rootIn } from './flame-steps.ts'
import { colorSchemes } from './frame-colors.ts'
import { NameSearchField } from './name-search-field.tsx'
import { useFlameLook, useFrameTitle } from './use-flame-look.ts'
import './flame.css'

/** `colors` '': by difference where there is one, else by package. */
export const flameDefaults = { root: -1, find: '', icicle: false, colors: '' }
export type FlameState = typeof flameDefaults

export function FlameView(props: {
  readonly tree: FlameTree
  readonly unit: ProfileUnit
  readonly name: string
  readonly state: FlameState
  readonly onChange: (changes: Partial<FlameState>) => void
  /** By difference. */
  readonly colorOf?: ((node: number) => string) | undefined
  readonly titleOf?: ((node: number) => string) | undefined
  /** Writes the stacks as text, where they are more than the tree has. */
  readonly collapsed?: (() => string) | undefined
  /** Further tools of the page. */
  readonly children?: ReactNode
}) {
  const { tree, unit, name, state, onChange, colorOf } = props
  const t = useT()
  const search = useNameSearch(tree.names, state.find)
  const schemes = colorOf === undefined ? colorSchemes.filter(each => each !== 'change') : colorSchemes
  const scheme = schemes.find(each => each === state.colors) ?? schemes[0] ?? 'package'
  const found = search.found?.names ?? null
  const look = useFlameLook(tree, { found, isIcicle: state.icicle, scheme, colorOf })
  const ownTitle = useFrameTitle(tree, unit)
  const titleOf = props.titleOf ?? ownTitle
  const root = rootIn(tree, state.root)
  const zoom = (node: number) => onChange({ root: node })
  return (
    <>
      <div className="flame-tools">
        <NameSearchField
          tree={tree}
          value={state.find}
          search={search}
          onChange={find => onChange({ find })}
        />
        <Segmented
          aria-label={t('flame.layout')}
          value={state.icicle ? 'icicle' : 'flame'}
          options={[
            { value: 'flame', label: t('flame.flame') },
            { value: 'icicle', label: t('flame.icicle') },
          ]}
          onChange={value => onChange({ icicle: value === 'icicle' })}
        />
        <Select
          aria-label={t('flame.colors')}
          popupMatchSelectWidth={false}
          value={scheme}
          options={schemes.map(value => ({ value, label: t(`flame.colors.${value}`) }))}
          onChange={value => onChange({ colors: value === schemes[0] ? '' : value })}
        />
        {props.children}
        <Button disabled={root < 0 && state.find === ''} onClick={() => onChange({ root: -1, find: '' })}>
          {t('flame.reset')}
        </Button>
        <FlameExport {...{ tree, look, root, titleOf, name }} collapsed={props.collapsed} />
      </div>
      {root >= 0 && <ZoomPath tree={tree} root={root} onRoot={zoom} />}
      <FlameCanvas tree={tree} look={look} root={root} onRoot={zoom} titleOf={titleOf} />
      {root >= 0 && <FlameOverview tree={tree} look={look} root={root} onRoot={zoom} />}
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
