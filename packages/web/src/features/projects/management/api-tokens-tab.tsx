/** API tokens of all members of the project. */
import { api } from '../../../lib/api.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ApiTokenTable } from '../../../ui/api-token-table.tsx'

export function ApiTokensTab() {
  const projectId = useProjectId()
  return (
    <ApiTokenTable
      queryKey={['project', projectId, 'apiTokens']}
      read={(page, options) => api.projectApiToken.list({ projectId, ...page }, options)}
      revoke={id => api.projectApiToken.revoke({ projectId, id })}
      showsProject={false}
    />
  )
}
