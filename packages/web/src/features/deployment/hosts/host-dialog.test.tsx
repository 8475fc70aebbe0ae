import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agentId, choose, dialog, facts, hosts, open, outcome, row, told } from './test-hosts.tsx'

const secret = () => document.querySelector('input[type=password]') as HTMLElement

test('a host is created with what the form holds; its address and secret are wanted', async () => {
  const { user, to } = await open({ 'host/create': hosts[2] })
  await row('load-a')
  await user.click(screen.getByRole('button', { name: /New host/ }))
  const form = within(await dialog())
  await user.click(form.getByRole('button', { name: 'Save' }))
  await user.type(form.getByRole('textbox', { name: 'Host' }), 'load-c')
  await user.type(form.getByRole('textbox', { name: /^Address/ }), '10.0.0.3')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form.getByText('Required to sign in to the host')).toBeTruthy())
  expect(to('host/create')).toEqual([])
  await user.type(secret(), 'geheim')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('host/create')).toHaveLength(1))
  expect({ ...to('host/create')[0], serverUrl: 'the one of the page' }).toMatchInlineSnapshot(`
    {
      "address": "10.0.0.3",
      "agentId": "null",
      "auth": "password",
      "hasSsh": "true",
      "name": "load-c",
      "passphrase": "",
      "password": "geheim",
      "privateKey": "",
      "projectIds": "[]",
      "serverUrl": "the one of the page",
      "sshPort": "22",
      "sshUser": "root",
      "usesSudo": "false",
    }
  `)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the connection is tested, its new key confirmed, and the key stored with the host', async () => {
  const { user, to } = await open({
    'host/test': ({ fingerprint }: { fingerprint: string }) =>
      fingerprint === '"SHA256:xyz"'
        ? { ...outcome, facts: { ...facts, javaVersion: null } }
        : { ...outcome, keyType: 'ecdsa-sha2-nistp256', problem: { code: 'hostKeyNew', detail: '' } },
    'host/edit': hosts[2],
    'host/trust': hosts[2],
  })
  await user.click(within(await row('load-c')).getByRole('button', { name: /^More actions: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = within(await dialog())
  await user.click(form.getByRole('button', { name: 'Test connection' }))
  expect(told(await form.findByRole('status'))).toMatchInlineSnapshot(`
    "status
      heading "First connection: verify the host key"
      Run the command below on the host. Trust the key only if the fingerprints match. Passwords and private keys are not sent before you confirm.
      ssh-keygen -lf /etc/ssh/ssh_host_ecdsa_key.pub
      button "Copy"
      term: ecdsa-sha2-nistp256
      definition: SHA256:xyz
      button "Fingerprints match, trust key""
  `)
  await user.click(form.getByRole('button', { name: 'Fingerprints match, trust key' }))
  await waitFor(() => expect(told(form.getByRole('status'))).toContain('Debian'))
  expect(told(form.getByRole('status'))).toMatchInlineSnapshot(`
    "status
      Connection, permissions and installation path are OK
      Debian 13 · x64 · 8 cores, 16 GiB · 20 GiB free of 80 GiB
      Java is not installed: JMeter and Arthas cannot be installed"
  `)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('host/trust')).toEqual([{ id: 'c', fingerprint: 'SHA256:xyz' }]))
  expect(to('host/edit')[0]).toMatchObject({ id: 'c', name: 'load-c', agentId: 'null', password: '' })
})

test.each([
  ['hostKeyChanged', { ...outcome, pinned: 'SHA256:abc', problem: { code: 'hostKeyChanged', detail: '' } }],
  ['refused', { ...outcome, fingerprint: null, problem: { code: 'refused', detail: 'ECONNREFUSED' } }],
  ['sound', { ...outcome, facts }],
])('the outcome of a test of the connection: %s', async (_name, answer) => {
  const { user } = await open({ 'host/test': answer })
  await user.click(within(await row('load-c')).getByRole('button', { name: /^More actions: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Test connection' }))
  expect(told(await screen.findByRole('status'))).toMatchSnapshot()
})

test('a host without SSH goes through an agent, its own first', async () => {
  const { user, to } = await open({ 'host/edit': { status: 500, code: 'AgentTaken', message: 'Taken' } })
  await user.click(within(await row('load-b')).getByRole('button', { name: /^More actions: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = within(await dialog())
  expect(document.querySelector('input[type=password]')).toBeNull()
  await user.click(form.getByRole('combobox', { name: 'Agent' }))
  const options = await screen.findAllByRole('option')
  expect(
    options.map(option => option.getAttribute('aria-label') ?? option.textContent),
  ).toMatchInlineSnapshot(`
    [
      "load-b",
      "spare · 10.0.0.9",
    ]
  `)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form.getByText(/Taken/)).toBeTruthy())
  expect(to('host/edit')[0]).toMatchObject({ agentId: `"${agentId}"`, hasSsh: 'false' })
})

test('many hosts are created from lines; what the server refuses stays with its reason', async () => {
  const { user, to } = await open({
    'host/create': ({ name }: { name: string }) =>
      name === 'b-2' ? { status: 500, code: 'NameExists', message: 'The name exists' } : hosts[2],
  })
  await row('load-a')
  await user.click(screen.getByRole('button', { name: 'Add multiple hosts' }))
  const form = within(await dialog())
  const lines = form.getByRole('textbox', { name: /Hosts|line/i })
  await user.click(lines)
  await user.paste('a b c')
  expect(told(form.getByRole('alert'))).toMatchInlineSnapshot(`
    "alert
      img "close-circle"
      Line 1: enter a name and an address (IP address or host name)"
  `)
  await user.clear(lines)
  await user.paste('b-[[1-2] 10.0.0.[[1-2]\n10.0.0.9:2222'.replaceAll('[[', '['))
  expect(form.getByRole('status').textContent).toMatchInlineSnapshot(`"3 hosts: b-1, b-2, 10.0.0.9"`)
  await user.click(form.getByRole('button', { name: 'Add 3' }))
  await form.findByText('Required to sign in to the host')
  await user.type(secret(), 'geheim')
  await user.click(form.getByRole('button', { name: 'Add 3' }))
  await waitFor(() => expect((lines as HTMLTextAreaElement).value).toBe('b-2 10.0.0.2'))
  expect(told(form.getByRole('alert'))).toMatchInlineSnapshot(`
    "alert
      img "exclamation-circle"
      1 host was not added
      b-2: The name exists"
  `)
  expect(
    to('host/create').map(({ name, address, sshPort, agentId, hasSsh }) => [
      name,
      address,
      sshPort,
      agentId,
      hasSsh,
    ]),
  ).toMatchInlineSnapshot(`
    [
      [
        "b-1",
        "10.0.0.1",
        "22",
        "null",
        "true",
      ],
      [
        "b-2",
        "10.0.0.2",
        "22",
        "null",
        "true",
      ],
      [
        "10.0.0.9",
        "10.0.0.9",
        "2222",
        "null",
        "true",
      ],
    ]
  `)
})

test('keys of many hosts are confirmed together, once they were compared', async () => {
  const { user, to } = await open({
    'host/test': ({ id, fingerprint }: { id: string; fingerprint: string }) =>
      id === '"a"'
        ? { ...outcome, facts: { ...facts, javaVersion: null } }
        : fingerprint === '"SHA256:xyz"'
          ? { ...outcome, problem: { code: 'wrongCredential', detail: 'publickey' } }
          : { ...outcome, problem: { code: 'hostKeyNew', detail: '' } },
    'host/trust': hosts[2],
  })
  await choose(user, 'load-a')
  await choose(user, 'load-b')
  await choose(user, 'load-c')
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Test connection' }))
  const contact = within(await dialog())
  const trust = await contact.findByRole('button', { name: 'Trust these 1 keys' })
  expect(trust.hasAttribute('disabled')).toBe(true)
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      Connect to 2 hosts
      alert
        img "exclamation-circle"
        First connection to 1 host
        Compare each fingerprint with the one shown on its host (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub) or in your records. Passwords and private keys are not sent before you confirm.
        checkbox "I have compared all fingerprints"
        I have compared all fingerprints
        button "Trust these 1 keys" [disabled]
        button "Copy fingerprints"
      table
        row: columnheader "Host" | columnheader "State" | columnheader "Host key fingerprint"
        row: load-a10.0.0.1 | Connection, permissions and installation path are OKJava is not installed: JMeter and Arthas cannot be installed | SHA256:xyz
        row: load-c10.0.0.1 | Key not confirmed | SHA256:xyz
      button "Close""
  `)
  await user.click(contact.getByRole('checkbox'))
  await user.click(trust)
  await waitFor(() => expect(to('host/trust')).toEqual([{ id: 'c', fingerprint: 'SHA256:xyz' }]))
  const again = await contact.findByRole('button', { name: /retry failed/i })
  expect(told(await dialog())).toMatchInlineSnapshot(`
    "dialog "State" [modal]
      button "Close"
      Connect to 2 hosts
      table
        row: columnheader "Host" | columnheader "State" | columnheader "Host key fingerprint"
        row: load-a10.0.0.1 | Connection, permissions and installation path are OKJava is not installed: JMeter and Arthas cannot be installed | SHA256:xyz
        row: load-c10.0.0.1 | User name, password or key is not correct; publickey | SHA256:xyz
      button "Retry failed hosts (1)"
      button "Close""
  `)
  await user.click(again)
  await waitFor(() => expect(to('host/test').at(-1)).toMatchObject({ id: '"c"', fingerprint: 'null' }))
})
