/** /pone/atf/projects/projectManagement: the project's details, members, roles and API tokens. */
import { Tabs } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useCan } from '../../../lib/session/session.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ApiTokensTab } from './api-tokens-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { RolesTab } from './roles-tab.tsx'

const tabs = ['details', 'members', 'roles', 'apiTokens'] as const
const defaults = { tab: 'details' as string }

export function Page() {
  const t = useT()
  const [{ tab }, change] = useUrlState(defaults)
  const canSeeMembers = useCan('member.view')
  const canSeeTokens = useCan('member.edit')
  return (
    <>
      <PageHeader title={t('route.projectManagement')} />
      <PageBody>
        <Tabs
          activeKey={tabs.find(key => key === tab) ?? 'details'}
          onChange={key => change({ tab: key })}
          destroyOnHidden
          items={[
            { key: 'details', label: t('management.details'), children: <DetailsTab /> },
            ...(canSeeMembers
              ? [
                  { key: 'members', label: t('management.members'), children: <MembersTab /> },
                  { key: 'roles', label: t('management.roles'), children: <RolesTab /> },
                ]
              : []),
            ...(canSeeTokens
              ? [{ key: 'apiTokens', label: t('management.apiTokens'), children: <ApiTokensTab /> }]
              : []),
          ]}
        />
      </PageBody>
    </>
  )
}
