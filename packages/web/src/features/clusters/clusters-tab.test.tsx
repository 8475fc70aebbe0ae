import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  at,
  clusters,
  confirmIn,
  drawer,
  menuOf,
  open,
  openProject,
  pageOf,
  row,
  table,
  told,
  uuid,
} from './test-clusters.tsx'

test('clusters are listed with their audience, machines, free capacity and runs; columns can be chosen', async () => {
  const { user } = await open('/')
  await row('Cluster k1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Name" [sort=ascending] | columnheader "State" | columnheader "Type" | columnheader "Available to" | columnheader "Load machines" | columnheader "Remaining / max concurrent users" | columnheader "Active runs" | columnheader "Estimated release time" | columnheader "Controller" | columnheader "Actions" "Clusters"
    table "Clusters"
      row: columnheader "Name" | columnheader "State" | columnheader "Type" | columnheader "Available to" | columnheader "Load machines" | columnheader "Remaining / max concurrent users" | columnheader "Active runs" | columnheader "Estimated release time" | columnheader "Controller" | columnheader "Actions"
      row: Cluster k1 · Built in | Online | PR | Public | link "1 of 2 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b31 | 2,500 / 10,000 | 2 | 2026-11-22 09:30:15 | server-1 | button "Edit: Cluster k1"; button "More actions: Cluster k1"
      row: Cluster k2 | Offline | JMeter | Shop +2 | link "0 of 0 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b32 | – | 1 | A run has no planned end | Any | button "Edit: Cluster k2"; button "More actions: Cluster k2"
      row: Cluster k3 | Online | PR | Created by Shop | link "0 of 0 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b33 | 2,500 / 10,000 | 0 | – | Any | button "Edit: Cluster k3" [disabled]; button "More actions: Cluster k3"
      row: Cluster k4 | Online | PR | Bank | link "0 of 0 online" → /?tab=machines&clusterId=00000000-0000-4000-8000-000000006b34 | 2,500 / 10,000 | 0 | – | Any | button "Edit: Cluster k4"; button "More actions: Cluster k4""
  `)
  await user.click(screen.getByRole('button', { name: /columns/i }))
  expect(
    told(await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)),
  ).toMatchInlineSnapshot(`
    "checkbox "State" [checked]
    State
    checkbox "Type" [checked]
    Type
    checkbox "Available to" [checked]
    Available to
    checkbox "Load machines" [checked]
    Load machines
    checkbox "Remaining / max concurrent users" [checked]
    Remaining / max concurrent users
    checkbox "Active runs" [checked]
    Active runs
    checkbox "Estimated release time" [checked]
    Estimated release time
    checkbox "Controller" [checked]
    Controller
    checkbox "Created"
    Created"
  `)
  expect(table().querySelectorAll('th.ant-table-cell-fix').length).toBe(2)
})

test('clusters are filtered by state, engine and assignment', async () => {
  const { user, to } = await open('/')
  await row('Cluster k1')
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByTitle('JMeter'))
  await waitFor(() =>
    expect(to('cluster/list').at(-1)).toMatchObject({
      engine: 'jmeter',
      state: 'all',
      assignment: 'all',
      descending: 'false',
    }),
  )
})

test('the menu of a cluster: project clusters are not edited here, pods are offered for the PR engine only', async () => {
  const { user, to } = await open('/', { 'cluster/delete': {} })
  expect(
    within(await row('Cluster k3'))
      .getByRole('button', { name: /^Edit: / })
      .hasAttribute('disabled'),
  ).toBe(true)
  expect(told(await menuOf(user, 'Cluster k3'))).toMatchInlineSnapshot(`
    "menu
      menuitem "Kubernetes" [disabled]
      menuitem "Delete""
  `)
  expect(told(await menuOf(user, 'Cluster k2'))).toMatchInlineSnapshot(`
    "menu
      menuitem "Kubernetes" [disabled]
      menuitem "Delete""
  `)
  await user.click(
    within((await screen.findAllByRole('menu')).at(-1) as HTMLElement).getByRole('menuitem', {
      name: 'Delete',
    }),
  )
  expect(await confirmIn(user, 'Delete')).toContain('Cluster k2')
  await waitFor(() => expect(to('cluster/delete')).toEqual([{ id: uuid('k2') }]))
})

test('a cluster is edited with the machines that its form was opened with', async () => {
  const { user, to } = await open('/', { 'cluster/edit': clusters[0] })
  await user.click(await row('Cluster k3'))
  expect(document.querySelector('.ant-drawer-body')).toBeNull()
  await user.click(await row('Cluster k1'))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
      Name
      textbox "Name" = "Cluster k1" [required]
      Type
      radiogroup "Type"
        radio "PR" [checked]
        PR
        radio "JMeter"
        JMeter
      Runs can only be executed on a cluster of the same type.
      Controller
      server-1
      combobox "Controller" [haspopup=listbox]
      img "down"
      If the preferred controller is offline, another controller is used.
      Load machines
      0 itemAvailable load machines
      img "search"
      textbox (Search)
      button "close-circle"
      No items
      button "Add to the list on the right" [disabled]
      button "Move back to the list on the left" [disabled]
      2 itemsIn the cluster
      img "search"
      textbox (Search)
      button "close-circle"
      list
        listitem
          checkbox "Select all"
          Select all
        listitem
          checkbox "load-a"
          load-a
        listitem
          checkbox "load-b Offline"
          load-b Offline
      A load machine can belong to several clusters. The clusters share its users.
      Available to
      switch "Available to Public cluster, available to all projects" [checked]
      Public cluster, available to all projects
      button "Cancel"
      button "Save""
  `)
  await user.clear(name)
  await user.type(name, 'Main')
  await user.click(screen.getByRole('switch'))
  await screen.findByText('Shop', { selector: '.cluster-transfer *' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('cluster/edit')).toHaveLength(1))
  expect(to('cluster/edit')[0]).toMatchInlineSnapshot(`
    {
      "controllerId": ""c1"",
      "engine": "pr",
      "id": "00000000-0000-4000-8000-000000006b31",
      "isPublic": "false",
      "machineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062"]",
      "name": "Main",
      "projectIds": "[]",
      "seenMachineIds": "["00000000-0000-4000-8000-000000000061","00000000-0000-4000-8000-000000000062"]",
    }
  `)
})

test('a cluster is created; a taken name is reported at its field', async () => {
  const { user, to } = await open('/', {
    'cluster/list': pageOf([]),
    'cluster/create': { status: 500, code: 'NameExists', message: 'Taken' },
  })
  const [create] = await screen.findAllByRole('button', { name: /New cluster/ })
  await user.click(create as HTMLElement)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Main')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Taken/)
  expect(to('cluster/create')[0]).toMatchObject({
    name: 'Main',
    engine: 'pr',
    isPublic: 'false',
    controllerId: 'null',
  })
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
})

test('pods of a cluster: settings are checked and saved, pods listed', async () => {
  const pool = {
    connection: 'kubeconfig',
    namespace: 'load',
    image: 'pone:1',
    pullSecret: '',
    serverUrl: 'http://pone.test:8600',
    usersPerPod: 1_000,
    maxPods: 5,
    cpuRequest: '2',
    memoryRequest: '2Gi',
    nodeSelector: [{ key: 'disk', value: 'ssd' }],
    idleMinutes: 10,
    startMinutes: 5,
    hasKubeconfig: true,
  }
  let problem = 'forbidden'
  const { user, to } = await open('/', {
    'podPool/get': { pool },
    'podPool/check': () => ({ problem, version: '1.33' }),
    'podPool/save': {},
    'podPool/remove': {},
    'podPool/pods': [
      { name: 'pod-1', state: 'joined', machineId: 'a', createdAt: at, problem: '' },
      { name: 'pod-2', state: 'failed', machineId: null, createdAt: at, problem: 'ImagePullBackOff' },
    ],
  })
  const menu = await menuOf(user, 'Cluster k1')
  await user.click(within(menu).getAllByRole('menuitem')[0] as HTMLElement)
  await screen.findByRole('textbox', { name: 'Namespace' })
  expect(told(drawer())).toMatchInlineSnapshot(`
    "If a cluster has too few load machines when a run starts, Pone creates the missing pods in Kubernetes. The run starts when they are ready. Idle pods are deleted after a time-out.
    tablist
      tab "Settings" [selected]
      tab "Pods"
    tabpanel "Settings"
      form
        Connection
        radiogroup "Connection"
          radio "Cluster of the server"
          Cluster of the server
          radio "kubeconfig" [checked]
          kubeconfig
        kubeconfig content
        textbox "kubeconfig content" (Stored; leave empty to keep it unchanged)
        Stored encrypted and never shown again. Certificates and tokens must be embedded; references to files or programs are not allowed.
        Image
        textbox "Image" = "pone:1" [required]
        Agent image. Its version must match the server; build it from deploy/agent/Containerfile.
        Server address
        textbox "Server address" = "http://pone.test:8600" [required]
        Address at which pods reach the server
        Namespace
        textbox "Namespace" = "load" [required]
        Pods are created in this namespace. The account needs permission to create and delete pods.
        Image pull secret
        textbox "Image pull secret"
        Name of a Secret in the namespace, required for private registries. Leave empty for public images.
        Virtual users per pod
        spinbutton "Virtual users per pod" = "1000" [valuenow=1000]
        button "Increase Value"
        button "Decrease Value"
        Max virtual users per pod. The number of pods to create is the number of missing users divided by this value. Adjust it together with the CPU request.
        Max pods
        spinbutton "Max pods" = "5" [valuenow=5]
        button "Increase Value"
        button "Decrease Value"
        Max number of pods at the same time, to limit the resources used in the Kubernetes cluster.
        CPU request
        textbox "CPU request" = "2"
        CPU reserved for each pod: 500m is half a core, 2 is two cores.
        Memory request
        textbox "Memory request" = "2Gi"
        Also used as the limit
        Delete after idle time
        spinbutton "Delete after idle time" = "10" [valuenow=10]
        min
        button "Increase Value"
        button "Decrease Value"
        Time without runs after which a pod is deleted. Increase it if you run tests often, to avoid waiting for pods to start.
        Max wait until ready
        spinbutton "Max wait until ready" = "5" [valuenow=5]
        min
        button "Increase Value"
        button "Decrease Value"
        If the pods are not ready in this time, the run fails with the reason. Increase it for large images.
        Node selector
        textbox "Node selector" = "disk=ssd"
        label=value, separated by commas
        button "Disable on-demand load machines"
        button "Test connection"
        button "Save""
  `)
  const selector = screen.getByRole('textbox', { name: /Node/ })
  await user.clear(selector)
  await user.type(selector, 'disk = ssd, gpu,')
  const checkButton = screen.getByRole('button', { name: /Test|Check|Try/ })
  await user.click(checkButton)
  await screen.findByText('forbidden')
  problem = ''
  await user.click(checkButton)
  await screen.findByText(/1\.33/)
  expect(JSON.parse(to('podPool/check')[0]?.['settings'] ?? '')).toMatchObject({
    nodeSelector: [
      { key: 'disk', value: 'ssd' },
      { key: 'gpu', value: '' },
    ],
  })
  await user.click(screen.getByRole('tab', { name: 'Pods' }))
  await screen.findByText('pod-1')
  expect(told(screen.getAllByRole('tabpanel').at(-1) as HTMLElement)).toMatchInlineSnapshot(`
    "tabpanel "Pods"
      table
        row: columnheader "Pod" | columnheader "State" | columnheader "Created"
        row: pod-1 | Joined | 2026-11-22 09:30
        row: pod-2 | Failed; ImagePullBackOff | 2026-11-22 09:30"
  `)
})

test('clusters that cannot be read are reported with a retry', async () => {
  await openProject([], {
    'projectCluster/list': { status: 500, code: 'Busy', message: 'The database is busy' },
  })
  await screen.findByText(/The database is busy/)
  expect(screen.getByRole('button', { name: /Retry/ })).toBeTruthy()
})
