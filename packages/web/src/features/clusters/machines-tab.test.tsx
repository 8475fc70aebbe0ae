import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { confirmIn, drawer, machines, menuOf, open, row, table, told, uuid } from './test-clusters.tsx'

test('load machines are listed in every state, with figures only where they are known', async () => {
  const { user } = await open('/?tab=machines')
  await row('load-a')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Select all" | columnheader "Name" [sort=ascending] | columnheader "State" | columnheader "Clusters" | columnheader "Remaining / max concurrent users" | columnheader "Remaining / max scripts" | columnheader "CPU" | columnheader "Memory" | columnheader "Runs" | columnheader "Estimated release time" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Actions" "Load machines"
    table "Load machines"
      row: columnheader "Select" | columnheader "Name" | columnheader "State" | columnheader "Clusters" | columnheader "Remaining / max concurrent users" | columnheader "Remaining / max scripts" | columnheader "CPU" | columnheader "Memory" | columnheader "Runs" | columnheader "Estimated release time" | columnheader "IP" | columnheader "Port" | columnheader "Socket port" | columnheader "Actions"
      row: checkbox "Select row 1" | load-a | Running | Main | 4,000 / 5,000 | 1 / 10 | 25 % | 25 % | #12 Peak (Shop) 1,200 usersIn use by another project 300 users | 2026-11-22 09:30:15 | 10.0.0.1 | 40001 | 8600 | button "Edit: load-a"; button "More actions: load-a"
      row: checkbox "Select row 2" | load-b | Offline | – | – | – | – | – | – | – | – | – | – | button "Edit: load-b"; button "More actions: load-b"
      row: checkbox "Select row 3" | load-c | Out of service | – | 4,000 / 5,000 | 1 / 10 | 97 % | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | button "Edit: load-c"; button "More actions: load-c"
      row: checkbox "Select row 4" | load-d | Draining | – | 4,000 / 5,000 | 1 / 10 | 25 % | 25 % | #12 Peak (Shop) 1,200 usersIn use by another project 300 users | A run has no planned end | 10.0.0.1 | 40001 | 8600 | button "Edit: load-d"; button "More actions: load-d"
      row: checkbox "Select row 5" | load-e | Key revoked | – | 4,000 / 5,000 | 1 / 10 | 25 % | 25 % | – | – | 10.0.0.1 | 40001 | 8600 | button "Edit: load-e"; button "More actions: load-e"
      row: checkbox "Select row 6" | load-f | Online | – | 4,000 / 5,000 | 1 / 10 | 25 % | – | – | – | 10.0.0.1 | 40001 | 8600 | button "Edit: load-f"; button "More actions: load-f""
  `)
  expect([...document.querySelectorAll('.capacity-tight')].length).toBe(6)
  expect(document.querySelectorAll('.capacity-wide').length).toBe(5)
  expect(
    [...document.querySelectorAll<HTMLElement>('.capacity-used')].slice(0, 4).map(bar => bar.style.width),
  ).toEqual(['20%', '90%', '25%', '25%'])
  await user.click(screen.getByRole('button', { name: /columns/i }))
  expect(
    told(await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)),
  ).toMatchInlineSnapshot(`
    "checkbox "State" [checked]
    State
    checkbox "Clusters" [checked]
    Clusters
    checkbox "Remaining / max concurrent users" [checked]
    Remaining / max concurrent users
    checkbox "Remaining / max scripts" [checked]
    Remaining / max scripts
    checkbox "CPU" [checked]
    CPU
    checkbox "Memory" [checked]
    Memory
    checkbox "Runs" [checked]
    Runs
    checkbox "Estimated release time" [checked]
    Estimated release time
    checkbox "IP" [checked]
    IP
    checkbox "Port" [checked]
    Port
    checkbox "Socket port" [checked]
    Socket port
    checkbox "Hardware"
    Hardware
    checkbox "Agent version"
    Agent version
    checkbox "Operating system"
    Operating system
    checkbox "Since"
    Since
    checkbox "Joined"
    Joined"
  `)
})

test('details of a load machine', async () => {
  const { user } = await open('/?tab=machines')
  await user.click(await row('load-a'))
  await waitFor(() => expect(drawer()).toBeTruthy())
  expect(told(drawer())).toMatchInlineSnapshot(`
    "term: State
    definition: Running
    term: Since
    definition: 2026-11-22 09:30:15
    term: Clusters
    definition: Main
    term: Remaining / max concurrent users
    definition: 4,000 / 5,000
    term: Proposed limit
    definition
      Proposed: 4,900 users, measured at 71,235 requests/s and 87 % CPU (8 cores, 16 GiB), 16 KiB per user, 2026-11-22 09:30:15
      button "Measure" [disabled]
      The measurement requires that the load machine is online and has no active runs.
    term: Remaining / max scripts
    definition: 1 / 10
    term: CPU
    definition: 25 %
    term: Memory
    definition: 25 %
    term: Disk
    definition: 256 MiB free of 80 GiB
    term: Disconnected: too many messages
    definition: 2026-11-22 09:30:15
    term: Runs
    definition: #12 Peak (Shop) 1,200 usersIn use by another project 300 users
    term: Estimated release time
    definition: 2026-11-22 09:30:15
    term: IP
    definition: 10.0.0.1
    term: Port "Port on the load machine’s side of the connection"
    definition: 40001
    term: Socket port "Port on the server’s side of the connection"
    definition: 8600
    term: Host
    definition: host-a
    term: Operating system
    definition: Debian 13 x64
    term: Hardware
    definition: 8 cores · 16 GiB
    term: Agent version
    definition: 1.2.0
    term: Clusters created by projects
    definition: Public
    term: Joined
    definition: 2026-11-22 09:30
    term: Key updated
    definition: 2026-11-22 09:30"
  `)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await row('load-b'))
  await waitFor(() => expect(drawer().textContent).toContain('host-b'))
  expect(told(drawer())).toMatchInlineSnapshot(`
    "term: State
    definition: Offline
    term: Since
    definition: 2026-11-22 09:30:15
    term: Clusters
    definition: –
    term: Remaining / max concurrent users
    definition: –
    term: Proposed limit
    definition
      Not measured yet
      button "Measure" [disabled]
      The measurement requires that the load machine is online and has no active runs.
    term: Remaining / max scripts
    definition: –
    term: CPU
    definition: –
    term: Memory
    definition: –
    term: Disk
    definition: –
    term: Runs
    definition: –
    term: Estimated release time
    definition: –
    term: IP
    definition: –
    term: Port "Port on the load machine’s side of the connection"
    definition: –
    term: Socket port "Port on the server’s side of the connection"
    definition: –
    term: Host
    definition: host-b
    term: Operating system
    definition: Debian 13 x64
    term: Hardware
    definition: 8 cores · 16 GiB
    term: Agent version
    definition: 1.2.0
    term: Clusters created by projects
    definition: Shop
    term: Joined
    definition: 2026-11-22 09:30
    term: Key updated
    definition: 2026-11-22 09:30"
  `)
})

test('an idle machine can be calibrated, a running calibration can be cancelled', async () => {
  const { user, to } = await open('/?tab=machines', {
    'loadMachine/calibrate': {},
    'loadMachine/cancelCalibration': {},
  })
  await user.click(await row('load-c'))
  await user.click(await screen.findByRole('button', { name: 'Measure' }))
  await waitFor(() => expect(to('loadMachine/calibrate')).toEqual([{ id: uuid('c') }]))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await row('load-f'))
  await waitFor(() => expect(drawer().textContent).toContain('host-f'))
  expect(told(drawer().querySelector('.machine-calibration') as HTMLElement)).toMatchInlineSnapshot(`
    "Not measured yet
    button "loading Measuring"
    button "Cancel"
    Takes about 12 s: the machine sends load to a target on its own loopback interface. If a run starts during the measurement, the measurement is cancelled."
  `)
  await user.click(within(drawer()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(to('loadMachine/cancelCalibration')).toEqual([{ id: uuid('f') }]))
})

test('actions of a machine are offered where they apply, and ask for confirmation where something is lost', async () => {
  const { user } = await open('/?tab=machines')
  const menus: string[] = []
  for (const name of ['load-a', 'load-c', 'load-e']) menus.push(told(await menuOf(user, name)))
  expect(menus.join('\n')).toMatchInlineSnapshot(`
    "menu
      menuitem "Take out of service"
      menuitem "Renew key"
      menuitem "Revoke key"
      menuitem "Delete"
    menu
      menuitem "Put back into service"
      menuitem "Renew key" [disabled]
      menuitem "Revoke key"
      menuitem "Delete"
    menu
      menuitem "Take out of service" [disabled]
      menuitem "Renew key" [disabled]
      menuitem "Revoke key" [disabled]
      menuitem "Delete""
  `)
})

test.each([
  ['Renew key', 'loadMachine/rotateKey', { id: uuid('a') }],
  ['Revoke key', 'loadMachine/revokeKey', { id: uuid('a') }],
  ['Delete', 'loadMachine/delete', { ids: JSON.stringify([uuid('a')]) }],
])('%s asks first and then does it', async (verb, call, fields) => {
  const { user, to } = await open('/?tab=machines', { [call]: {} })
  await user.click(within(await menuOf(user, 'load-a')).getByRole('menuitem', { name: verb }))
  expect(await confirmIn(user, verb)).toContain('load-a')
  await waitFor(() => expect(to(call)).toEqual([fields]))
})

test('a machine goes out of service at once, and is put back into service', async () => {
  const { user, to } = await open('/?tab=machines', { 'loadMachine/setService': {} })
  await user.click(
    within(await menuOf(user, 'load-a')).getByRole('menuitem', { name: 'Take out of service' }),
  )
  await waitFor(() =>
    expect(to('loadMachine/setService')).toEqual([
      { ids: JSON.stringify([uuid('a')]), isInService: 'false' },
    ]),
  )
  await user.click(
    within(await menuOf(user, 'load-c')).getByRole('menuitem', { name: 'Put back into service' }),
  )
  await waitFor(() => expect(to('loadMachine/setService').at(-1)).toMatchObject({ isInService: 'true' }))
})

test('a machine is edited: its limits, clusters and the projects that may use it', async () => {
  const { user, to } = await open('/?tab=machines', { 'loadMachine/edit': machines[0] })
  await user.click(within(await row('load-a')).getByRole('button', { name: 'Edit: load-a' }))
  await screen.findByRole('spinbutton', { name: /users/i })
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
      Name
      textbox "Name" = "load-a" [required]
      Max concurrent virtual users
      spinbutton "Max concurrent virtual users" = "5000" [valuenow=5000, required]
      button "Increase Value"
      button "Decrease Value"
      Proposed: 4,900 users, measured at 71,235 requests/s and 87 % CPU (8 cores, 16 GiB), 16 KiB per user, 2026-11-22 09:30:15
      Max concurrent scripts
      spinbutton "Max concurrent scripts" = "10" [valuenow=10, required]
      button "Increase Value"
      button "Decrease Value"
      Total number of components executed at the same time. Default: 4 per core, at least 16.
      Clusters
      Main
      combobox "Clusters" [haspopup=listbox]
      img "down"
      A load machine can belong to several clusters. The clusters share its users.
      Clusters created by projects
      switch "Clusters created by projects All projects can add it to their own clusters" [checked]
      All projects can add it to their own clusters
      button "Cancel"
      button "Save""
  `)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('loadMachine/edit')).toHaveLength(1))
  expect(to('loadMachine/edit')[0]).toMatchInlineSnapshot(`
    {
      "clusterIds": "["00000000-0000-4000-8000-000000006b31"]",
      "id": "00000000-0000-4000-8000-000000000061",
      "isPublic": "true",
      "maxScripts": "10",
      "maxUsers": "5000",
      "name": "load-a",
    }
  `)
})

test('chosen machines are moved, taken out of service, put back and deleted', async () => {
  const { user, to } = await open('/?tab=machines', {
    'loadMachine/setService': {},
    'loadMachine/move': {},
    'loadMachine/delete': {},
  })
  const choose = async (...names: string[]) => {
    for (const name of names) await user.click(within(await row(name)).getByRole('checkbox'))
  }
  await choose('load-a', 'load-c')
  const bar = () => within(screen.getByRole('toolbar'))
  await user.click(bar().getByRole('button', { name: 'Take out of service' }))
  await waitFor(() =>
    expect(to('loadMachine/setService')).toEqual([
      { ids: JSON.stringify([uuid('a'), uuid('c')]), isInService: 'false' },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await choose('load-a')
  await user.click(bar().getByRole('button', { name: 'Put back into service' }))
  await waitFor(() =>
    expect(to('loadMachine/setService').at(-1)).toEqual({
      ids: JSON.stringify([uuid('a')]),
      isInService: 'true',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await choose('load-a', 'load-c')
  await user.click(bar().getByRole('button', { name: 'Delete' }))
  expect(await confirmIn(user, 'Delete')).toMatch(/load-a.*2/)
  await waitFor(() =>
    expect(to('loadMachine/delete')).toEqual([{ ids: JSON.stringify([uuid('a'), uuid('c')]) }]),
  )
})
