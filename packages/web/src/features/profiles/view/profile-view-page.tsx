/** Page viewFlameDiagram: one profile drawn as flames or icicles, with its methods beside it. */

import type { Profile } from '@pone/profiles/model/profile.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import { topMethods } from '@pone/profiles/views/methods.ts'
import { exactPattern } from '@pone/profiles/views/search.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { FlameView, flameDefaults } from '../../../ui/flame/flame-view.tsx'
import { MethodTable } from '../../../ui/flame/method-table.tsx'
import { askedDefaults, ProfileFrame } from '../../../ui/flame/profile-frame.tsx'
import { ButtonLink } from '../../../ui/page/button-link.tsx'

const defaults = { ...askedDefaults, ...flameDefaults, sort: 'self' }
type State = typeof defaults

export function Page() {
  const t = useT()
  const [state, change] = useUrlState(defaults)
  const { id, part, included, excluded } = state
  return (
    <ProfileFrame
      title={t('route.viewFlameDiagram')}
      asked={{ id, part, included, excluded }}
      // Other stacks have other frames at the same places.
      onChange={changes => change({ ...changes, root: -1 })}
      actions={pages => (
        <>
          <ButtonLink to={pages.difference(id)}>{t('flame.compare')}</ButtonLink>
          <ButtonLink to={pages.analysis(id, part)}>{t('flame.analyse')}</ButtonLink>
        </>
      )}
    >
      {(record, profile) => <Drawn profile={profile} name={record.name} state={state} onChange={change} />}
    </ProfileFrame>
  )
}

function Drawn(props: {
  readonly profile: Profile
  readonly name: string
  readonly state: State
  readonly onChange: (changes: Partial<State>) => void
}) {
  const { profile, onChange } = props
  const tree = useMemo(() => flameTree(profile), [profile])
  const methods = useMemo(() => topMethods(profile), [profile])
  return (
    <div className="flame-split">
      <div>
        <FlameView
          tree={tree}
          unit={profile.unit}
          name={props.name}
          state={props.state}
          onChange={onChange}
        />
      </div>
      <MethodTable
        of="method"
        rows={methods}
        total={tree.total}
        unit={profile.unit}
        pageSize={20}
        sort={props.state.sort}
        onSort={sort => onChange({ sort })}
        onChoose={({ name }) => onChange({ find: exactPattern(name) })}
      />
    </div>
  )
}
