/** One method between those that call it and those that it calls, added up over all its places. */
import type { Profile } from '@pone/profiles/model/profile.ts'
import { calleesOf, callersOf } from '@pone/profiles/views/filter.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import type { MethodWeight } from '@pone/profiles/views/methods.ts'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FlameCanvas } from '../../../ui/flame/flame-canvas.tsx'
import { rootIn } from '../../../ui/flame/flame-steps.ts'
import { useFlameLook, useFrameTitle } from '../../../ui/flame/use-flame-look.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'

/** Methods that are offered at a time; others are found by a part of their name. */
const maxOptions = 300

type Side = 'callers' | 'callees'

export function Sandwich(props: {
  readonly profile: Profile
  readonly methods: readonly MethodWeight[]
  /** '' = none is chosen. */
  readonly method: string
  readonly onMethod: (name: string) => void
  /** The frame that fills the width of each half; -1: all. */
  readonly roots: Readonly<Record<Side, number>>
  readonly onRoot: (changes: Partial<Record<Side, number>>) => void
}) {
  const { profile, methods, method, onMethod, roots, onRoot } = props
  const t = useT()
  const [search, setSearch] = useState('')
  const nameId = profile.names.indexOf(method)
  const offered = useMemo(() => {
    const text = search.toLowerCase()
    return methods.filter(({ name }) => name.toLowerCase().includes(text)).slice(0, maxOptions)
  }, [methods, search])
  const half = (of: Side) => (
    <Half
      profile={profile}
      nameId={nameId}
      of={of}
      root={roots[of]}
      onRoot={node => onRoot({ [of]: node })}
    />
  )
  return (
    <>
      <div className="flame-tools">
        <Select
          showSearch={{ filterOption: false, onSearch: setSearch }}
          value={method === '' ? null : method}
          aria-label={t('flame.chooseMethod')}
          placeholder={t('flame.chooseMethod')}
          style={{ width: 480, maxWidth: '100%' }}
          options={offered.map(({ name }) => ({ value: name, label: name }))}
          onChange={onMethod}
        />
      </div>
      {nameId < 0 ? (
        <EmptyState title={t('flame.chooseMethod')} />
      ) : (
        <>
          <h2 className="section-title">{t('flame.callers')}</h2>
          {half('callers')}
          <h2 className="section-title">{t('flame.callees')}</h2>
          {half('callees')}
        </>
      )}
    </>
  )
}

function Half({
  profile,
  nameId,
  of,
  root,
  onRoot,
}: {
  readonly profile: Profile
  readonly nameId: number
  readonly of: Side
  readonly root: number
  readonly onRoot: (node: number) => void
}) {
  const t = useT()
  const tree = useMemo(
    () => flameTree(of === 'callers' ? callersOf(profile, nameId) : calleesOf(profile, nameId)),
    [profile, nameId, of],
  )
  // The method is in the middle: its callers stand on it, what it calls hangs below.
  const look = useFlameLook(tree, { found: null, isIcicle: of === 'callees' })
  const titleOf = useFrameTitle(tree, profile.unit)
  return (
    <FlameCanvas
      tree={tree}
      look={look}
      root={rootIn(tree, root)}
      onRoot={onRoot}
      titleOf={titleOf}
      heightPx={300}
      label={`${t(`flame.${of}`)}: ${t('flame.canvas')}`}
    />
  )
}
