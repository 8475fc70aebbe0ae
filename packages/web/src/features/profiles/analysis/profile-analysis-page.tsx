/** Page flameDiagramAnalysis: methods and packages by weight, the call tree, and callers and callees of a method. */
import type { Profile } from '@pone/profiles/model/profile.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import { packageWeights, topMethods } from '@pone/profiles/views/methods.ts'
import { Input, Tabs } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useNameSearch } from '../../../ui/flame/data/use-name-search.ts'
import { MethodTable } from '../../../ui/flame/method-table.tsx'
import { askedDefaults, ProfileFrame } from '../../../ui/flame/profile-frame.tsx'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { CallTree } from './call-tree.tsx'
import { Sandwich } from './sandwich.tsx'

const defaults = { ...askedDefaults, tab: 'methods', method: '', find: '' }
type State = Pick<typeof defaults, 'tab' | 'method' | 'find'>

export function Page() {
  const t = useT()
  const [state, change] = useUrlState(defaults)
  const { id, part, included, excluded } = state
  return (
    <ProfileFrame
      title={t('route.flameDiagramAnalysis')}
      asked={{ id, part, included, excluded }}
      onChange={change}
      actions={() => <ButtonLink to={links.flameDiagramView(id, part)}>{t('flame.view')}</ButtonLink>}
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
  const { found, problem } = useNameSearch(profile.names, state.find)
  const shown = useMemo(
    () => (found === null ? methods : methods.filter(({ nameId }) => found.names[nameId] === 1)),
    [methods, found],
  )
  const shared = { total: tree.total, unit: profile.unit }
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
                <Input
                  allowClear
                  value={state.find}
                  aria-label={t('flame.find')}
                  placeholder={t('flame.find')}
                  status={problem === null ? '' : 'error'}
                  onChange={event => onChange({ find: event.target.value })}
                />
                <span role="status" className="faint">
                  {t(problem === null ? 'flame.selfHelp' : `flame.${problem}`)}
                </span>
              </div>
              <MethodTable
                {...shared}
                of="method"
                rows={shown}
                onChoose={({ name }) => onChange({ tab: 'sandwich', method: name })}
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
              onMethod={method => onChange({ method })}
            />
          ),
        },
      ]}
    />
  )
}
