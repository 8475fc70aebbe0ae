/** Page viewFlameDiagram: one profile drawn as flames or icicles, with its methods beside it. */

import type { Profile } from '@pone/profiles/model/profile.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import { topMethods } from '@pone/profiles/views/methods.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { type FlameState, FlameView, flameDefaults } from '../../../ui/flame/flame-view.tsx'
import { MethodTable } from '../../../ui/flame/method-table.tsx'
import { askedDefaults, ProfileFrame } from '../../../ui/flame/profile-frame.tsx'
import { ButtonLink } from '../../../ui/page/button-link.tsx'

const defaults = { ...askedDefaults, ...flameDefaults }

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
      actions={() => (
        <>
          <ButtonLink to={links.flameDiagramDifference(id)}>{t('flame.compare')}</ButtonLink>
          <ButtonLink to={links.flameDiagramAnalysis(id, part)}>{t('flame.analyse')}</ButtonLink>
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
  readonly state: FlameState
  readonly onChange: (changes: Partial<FlameState>) => void
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
        onChoose={({ name }) => onChange({ find: exactly(name) })}
      />
    </div>
  )
}

/** An expression that this name alone fits. */
const exactly = (name: string): string => `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
