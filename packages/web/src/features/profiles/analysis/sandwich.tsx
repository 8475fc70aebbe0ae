/** One method between those that call it and those that it calls, added up over all its places. */
import type { Profile } from '@pone/profiles/model/profile.ts'
import { calleesOf, callersOf } from '@pone/profiles/views/filter.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import type { MethodWeight } from '@pone/profiles/views/methods.ts'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FlameCanvas } from '../../../ui/flame/flame-canvas.tsx'
import { useFlameLook, useFrameTitle } from '../../../ui/flame/use-flame-look.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'

/** Methods that are offered; others are reached from the list of methods. */
const maxOptions = 300

export function Sandwich(props: {
  readonly profile: Profile
  readonly methods: readonly MethodWeight[]
  /** '' = none is chosen. */
  readonly method: string
  readonly onMethod: (name: string) => void
}) {
  const { profile, methods, method, onMethod } = props
  const t = useT()
  const nameId = profile.names.indexOf(method)
  return (
    <>
      <div className="flame-tools">
        <Select
          showSearch
          value={method === '' ? null : method}
          aria-label={t('flame.chooseMethod')}
          placeholder={t('flame.chooseMethod')}
          style={{ width: 480, maxWidth: '100%' }}
          options={methods.slice(0, maxOptions).map(({ name }) => ({ value: name, label: name }))}
          onChange={onMethod}
        />
      </div>
      {nameId < 0 ? (
        <EmptyState title={t('flame.chooseMethod')} />
      ) : (
        <>
          <h2 className="section-title">{t('flame.callers')}</h2>
          <Half key={`callers ${method}`} profile={profile} nameId={nameId} of="callers" />
          <h2 className="section-title">{t('flame.callees')}</h2>
          <Half key={`callees ${method}`} profile={profile} nameId={nameId} of="callees" />
        </>
      )}
    </>
  )
}

function Half({
  profile,
  nameId,
  of,
}: {
  readonly profile: Profile
  readonly nameId: number
  readonly of: 'callers' | 'callees'
}) {
  const t = useT()
  const [root, setRoot] = useState(-1)
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
      root={root}
      onRoot={setRoot}
      titleOf={titleOf}
      heightPx={300}
      label={`${t(`flame.${of}`)}: ${t('flame.canvas')}`}
    />
  )
}
