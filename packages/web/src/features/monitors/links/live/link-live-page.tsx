/** Live topology of a monitoring link: health and newest values on the map, charts of a node in a drawer, full screen. */
import { FullscreenOutlined } from '@ant-design/icons'
import type { MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { useQuery } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { Alert, Button, Drawer } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { useOpenAlerts } from '../../../../ui/alerts/alert-marks.ts'
import { ButtonLink } from '../../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../../ui/status-tag.tsx'
import { MonitorInfo } from '../../info/monitor-info.tsx'
import { monitorQuery, pollMs } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { BackgroundPicture } from '../canvas/background-picture.tsx'
import { flowEdges, flowNodes } from '../canvas/flow-model.ts'
import { LinkCanvas } from '../canvas/link-canvas.tsx'
import { LinkContext } from '../canvas/link-context.ts'
import { createLiveStore } from '../canvas/live-store.ts'
import { linkQuery, linksKey } from '../link-queries.ts'
import { useLinkActions } from '../list/use-link-actions.ts'
import './link-live.css'

/** Time between two requests of values, ms. */
const liveMs = 2_000

export function LinkLivePage({ id }: { readonly id: string }) {
  const t = useT()
  const { data: link, error, refetch } = useQuery(linkQuery(useProjectId(), id))
  if (link)
    return (
      <ReactFlowProvider>
        <LiveTopology link={link} />
      </ReactFlowProvider>
    )
  return (
    <>
      <PageHeader title={t('monitorLink.one')} backTo={links.liveLinks} />
      <PageBody>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={10} />}
      </PageBody>
    </>
  )
}

function LiveTopology({ link }: { readonly link: MonitorLink }) {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const actions = useLinkActions()
  const frame = useRef<HTMLDivElement>(null)
  const { store, error } = useLiveValues(link)
  const [openId, setOpenId] = useState<string | null>(null)
  const { nodes, edges } = useShown(link)
  const types = useMonitorTypes()
  const context = useMemo(() => ({ live: store, types }), [store, types])
  const open = link.topology.nodes.find(node => node.id === openId)
  const openOf = (nodeId: string) => {
    if (link.topology.nodes.find(node => node.id === nodeId)?.kind !== 'group') setOpenId(nodeId)
  }
  return (
    <>
      <PageHeader
        title={link.name}
        backTo={links.liveLinks}
        note={
          <StatusTag tone={link.isRunning ? 'running' : 'off'}>
            {t(link.isRunning ? 'monitorLink.running' : 'monitorLink.stopped')}
          </StatusTag>
        }
        actions={
          <>
            <Button
              icon={<FullscreenOutlined />}
              onClick={() => void frame.current?.requestFullscreen().catch(showError)}
            >
              {t('monitorLink.fullScreen')}
            </Button>
            {canEdit && (
              <ButtonLink to={links.chartsOfLink(link.id)}>{t('monitorLink.makeBoard')}</ButtonLink>
            )}
            <ButtonLink to={links.editLink(link.id)}>{t('action.edit')}</ButtonLink>
            {canEdit && (
              <Button
                type={link.isRunning ? 'default' : 'primary'}
                onClick={() => (link.isRunning ? actions.stop(link) : actions.start(link))}
              >
                {t(link.isRunning ? 'monitorLink.stop' : 'monitorLink.start')}
              </Button>
            )}
          </>
        }
      />
      <PageBody isWide>
        {error !== null && <Alert banner type="warning" title={t('monitorLink.liveFailed')} />}
        {!link.isRunning && <Alert banner type="info" title={t('monitorLink.notRunning')} />}
        <div className="link-canvas link-live" ref={frame}>
          <LinkContext value={context}>
            <LinkCanvas
              defaultNodes={nodes}
              defaultEdges={edges}
              key={link.revision}
              refits
              nodesDraggable={false}
              nodesConnectable={false}
              onNodeClick={(_, node) => openOf(node.id)}
              onEdgeClick={(_, edge) => openOf(edge.target)}
            >
              <BackgroundPicture background={link.topology.background} />
            </LinkCanvas>
          </LinkContext>
        </div>
      </PageBody>
      <Drawer
        open={open !== undefined}
        title={open?.alias}
        size={760}
        destroyOnHidden
        onClose={() => setOpenId(null)}
      >
        {open && <NodeCharts monitorId={open.monitorId} />}
      </Drawer>
    </>
  )
}

/** Nodes and edges do not change with values, so that the canvas is laid out once. */
function useShown({ topology, linked }: MonitorLink) {
  return useMemo(() => {
    const marks = { problems: [], monitors: new Set(linked.map(monitor => monitor.id)) }
    return { nodes: flowNodes(topology, marks, []), edges: flowEdges(topology, marks, []) }
  }, [topology, linked])
}

/** Asks for values while the page is shown. */
function useLiveValues({ id, linked }: MonitorLink) {
  const projectId = useProjectId()
  const [store] = useState(createLiveStore)
  const { data, error } = useQuery({
    queryKey: [...linksKey, projectId, 'live', id],
    queryFn: ({ signal }) => api.monitorLink.live({ projectId, id }, { signal }),
    refetchInterval: liveMs,
    // Compared with what was shown by the store, monitor by monitor.
    structuralSharing: false,
  })
  useEffect(() => {
    if (data) store.set(data)
  }, [data, store])
  const monitorIds = useMemo(() => linked.map(monitor => monitor.id), [linked])
  const alerts = useOpenAlerts(monitorIds, pollMs)
  useEffect(() => store.setAlerts(alerts), [alerts, store])
  return { store, error }
}

function NodeCharts({ monitorId }: { readonly monitorId: string | null }) {
  const t = useT()
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({
    ...monitorQuery(projectId, monitorId ?? ''),
    enabled: monitorId !== null,
  })
  if (monitorId === null) return <EmptyState title={t('monitorLink.noMonitor')} />
  if (data) return <MonitorInfo monitor={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
}
