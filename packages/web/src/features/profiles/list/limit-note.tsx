/** Says when a project has nearly as many flame diagrams as it may have, or as many. */
import { maxProfiles } from '@pone/contract/entities/profile.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'

const nearLimit = maxProfiles * 0.9

export function LimitNote() {
  const t = useT()
  const projectId = useProjectId()
  const { data: count = 0 } = useQuery({
    queryKey: [...profilesKey, projectId, 'list', 'count'],
    queryFn: async ({ signal }) => (await api.profile.list({ projectId, pageSize: 10 }, { signal })).total,
  })
  if (count < nearLimit) return null
  const figures = { count: formatNumber(count), limit: formatNumber(maxProfiles) }
  return (
    <Alert
      type="warning"
      showIcon
      title={t(count < maxProfiles ? 'flame.nearLimit' : 'flame.atLimit', figures)}
    />
  )
}
