/** Page flameDiagramAnalysis: methods and packages by weight, the call tree, and callers and callees of a method. */
import type { Profile } from '@pone/profiles/model/profile.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import { packageWeights, topMethods } from '@pone/profiles/views/methods.ts'
import { Tabs } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useNameSearch } from '../../../ui/flame/data/use-name-search.ts'
import { MethodTable } from '../../../ui/flame/method-table.tsx'
import { NameSearchField } from '../../../ui/flame/name-search-field.tsx'
import { askedDefaults, ProfileFrame } from '../../../ui/flame/profile-frame.tsx'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { CallTree } from './call-tree.tsx'
import { Sandwich } from './sandwich.tsx'

/** The frames that fill the width of both halves of the sandwich; -1: all. */
const unzoomed = { callers: -1, callees: -1 }
const defaults = { ...askedDefaults, tab: 'methods', method: '', find: '', sort: 'self', ...unzoomed }
type State = Omit<typeof defaults, keyof typeof askedDefaults>

export function Page() {
  const t = useT()
  const [state, change] = useUrlState(defaults)
  const { id, part, included, excluded } = state
  return (
    <ProfileFrame
      title={t('route.flameDiagramAnalysis')}
      asked={{ id, part, included, excluded }}
      // Other stacks have other frames at the same places.
      onChange={changes => change({ ...changes, ...unzoomed })}
      actions={pages => <ButtonLink to={pages.view(id, part)}>{t('flame.view')}</ButtonLink>}
    >
      {(_, profile) => <Analysis profile={profile} state={state} onChange={change} />}
    </ProfileFrame>
  )
}

function Analysis(props: {
  readonly profile: Profile
  readonly state: State
  readonly onChange: (changes: Partial<State>) => void
}) {
  const { profile, state, onChange } = props
  const t = useT()
  const tree = useMemo(() => flameTree(profile), [profile])
  const methods = useMemo(() => topMethods(profile), [profile])
  const packages = useMemo(() => packageWeights(profile), [profile])
  const search = useNameSearch(profile.names, state.find)
  const { found } = search
  const shown = useMemo(
    () => (found === null ? methods : methods.filter(({ nameId }) => found.names[nameId] === 1)),
    [methods, found],
  )
  const shared = {
    total: tree.total,
    unit: profile.unit,
    sort: state.sort,
    onSort: (sort: string) => onChange({ sort }),
  }
  return (
    <Tabs
      activeKey={state.tab}
      onChange={tab => onChange({ tab })}
      items={[
        {
          key: 'methods',
          label: t('flame.methods'),
          children: (
            <>
              <div className="flame-tools">
                <NameSearchField
                  tree={tree}
                  value={state.find}
                  search={search}
                  onChange={find => onChange({ find })}
                />
              </div>
              <MethodTable
                {...shared}
                of="method"
                rows={shown}
                onChoose={({ name }) => onChange({ tab: 'sandwich', method: name, ...unzoomed })}
              />
            </>
          ),
        },
        {
          key: 'packages',
          label: t('flame.packages'),
          children: <MethodTable {...shared} of="package" rows={packages} />,
        },
        {
          key: 'tree',
          label: t('flame.callTree'),
          children: <CallTree key={tree.total} tree={tree} unit={profile.unit} />,
        },
        {
          key: 'sandwich',
          label: t('flame.sandwich'),
          children: (
            <Sandwich
              profile={profile}
              methods={methods}
              method={state.method}
              onMethod={method => onChange({ method, ...unzoomed })}
              roots={state}
              onRoot={onChange}
            />
          ),
        },
      ]}
    />
  )
}
