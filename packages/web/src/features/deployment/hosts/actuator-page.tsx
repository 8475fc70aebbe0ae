/** /pone/atf/actuator: all hosts: adding them, confirming their host keys, and the tools installed on them. */
import { PlusOutlined } from '@ant-design/icons'
import type { Host } from '@pone/contract/entities/host.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import type { RowAction } from '../../../ui/data-table/row-actions.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { hostsKey } from '../host-client.ts'
import { hostPagePath } from '../host-page.tsx'
import { ContactManyDialog } from './contact-many-dialog.tsx'
import { HostDialog } from './host-dialog.tsx'
import { HostList } from './host-list.tsx'
import { ManyHostsDialog } from './many-hosts-dialog.tsx'

export function Page() {
  const t = useT()
  const [dialog, setDialog] = useState<Host | 'new' | null>(null)
  const remove = useRemove()
  const rowActions = useRowActions(setDialog, remove)
  const [isEnteringMany, setEnteringMany] = useState(false)
  const [contacted, setContacted] = useState<readonly Host[]>([])
  const newButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog('new')}>
      {t('host.new')}
    </Button>
  )
  return (
    <>
      <HostList
        title={t('route.actuator')}
        empty={{ title: t('host.emptyTitle'), text: t('host.emptyText'), startWith: t('host.new') }}
        headerActions={
          <>
            <Button onClick={() => setEnteringMany(true)}>{t('host.many')}</Button>
            {newButton}
          </>
        }
        rowActions={rowActions}
        bulkActions={(hosts, done) => (
          <>
            <Button
              size="small"
              disabled={!hosts.some(host => host.hasSsh)}
              onClick={() => setContacted(hosts)}
            >
              {t('host.test')}
            </Button>
            <Button size="small" danger onClick={() => remove(hosts, done)}>
              {t('action.delete')}
            </Button>
          </>
        )}
        onConfirmKeys={setContacted}
        drawerActions={host => <Button onClick={() => setDialog(host)}>{t('action.edit')}</Button>}
        showsProjects
      />
      {dialog !== null && (
        <HostDialog host={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />
      )}
      {isEnteringMany && (
        <ManyHostsDialog
          onClose={() => setEnteringMany(false)}
          onCreated={hosts => {
            setEnteringMany(false)
            setContacted(hosts)
          }}
        />
      )}
      {contacted.length > 0 && <ContactManyDialog hosts={contacted} onClose={() => setContacted([])} />}
    </>
  )
}

function useRowActions(
  onEdit: (host: Host) => void,
  remove: (hosts: readonly Host[]) => void,
): (host: Host) => readonly RowAction[] {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryClient()
  return useCallback(
    (host: Host): readonly RowAction[] => [
      {
        key: 'settings',
        label: t('host.config'),
        onClick: () => void navigate(hostPagePath('actuatorConfig', host.id)),
      },
      {
        key: 'refresh',
        label: t('host.refresh'),
        onClick: () => {
          api.host
            .refresh({ id: host.id })
            .then(() => cache.invalidateQueries({ queryKey: hostsKey }))
            .catch(showError)
        },
      },
      { key: 'edit', label: t('action.edit'), onClick: () => onEdit(host) },
      { key: 'delete', label: t('action.delete'), isDangerous: true, onClick: () => remove([host]) },
    ],
    [t, navigate, cache, onEdit, remove],
  )
}

function useRemove() {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryClient()
  return useCallback(
    (hosts: readonly Host[], done?: () => void) => {
      const [first] = hosts
      if (first === undefined) return
      const names =
        hosts.length === 1
          ? `“${first.name}”`
          : t('host.someNames', { first: first.name, count: hosts.length })
      confirm({
        title: t('host.deleteTitle', { names }),
        text: t('host.deleteText'),
        verb: t('action.delete'),
        onConfirm: async () => {
          await api.host.delete({ ids: hosts.map(host => host.id) })
          notify({ kind: 'success', text: t('notice.deleted') })
          done?.()
          await cache.invalidateQueries({ queryKey: hostsKey })
        },
      })
    },
    [t, confirm, cache],
  )
}
