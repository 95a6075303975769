import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Whether a ClickHouse server is installed; the tests of one are skipped where it is not. */
export const hasServer = spawnSync('clickhouse-server', ['--help']).error === undefined

/** The users of the servers, with their passwords; `fixed` may change no settings. */
export const users = { default: '', guarded: 'se cret', fixed: '' }

/** Two servers of one cluster, named `two`. */
export interface Cluster {
  /** Host and port of each, for HTTP. */
  readonly hosts: readonly string[]
  /** Host and port of the first, for HTTPS; and the file of its certificate. Null where no certificate could be made. */
  readonly secure: { readonly host: string; readonly certificate: string } | null
  /** Runs a statement on one of them. */
  run(server: number, sql: string): Promise<string>
  /** Kills one of them. */
  kill(server: number): void
  close(): void
}

/** Starts two servers on loopback, with all their files in a temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'criba-clickhouse-'))
  const ports = await freePorts(7)
  const [https] = ports.splice(6)
  const certificate = certificateIn(folder)
  const processes = [0, 1].map((server) => {
    const own = join(folder, String(server))
    mkdirSync(own)
    writeFileSync(
      join(own, 'config.xml'),
      config(own, ports, server, server === 0 && certificate ? https : null, folder),
    )
    writeFileSync(join(own, 'users.xml'), userConfig())
    return spawn('clickhouse-server', [`--config-file=${join(own, 'config.xml')}`], { stdio: 'ignore' })
  })
  const hosts = [0, 1].map((server) => `127.0.0.1:${ports[3 * server]}`)
  const run = (server: number, sql: string) => runOn(hosts[server], sql)
  await Promise.all(hosts.map((host, server) => untilReady(host, processes[server])))
  return {
    hosts,
    secure: certificate === null ? null : { host: `127.0.0.1:${https}`, certificate },
    run,
    kill: (server) => void processes[server].kill('SIGKILL'),
    close() {
      for (const process of processes) process.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Runs a statement on a server. */
async function runOn(host: string, sql: string): Promise<string> {
  const response = await fetch(`http://${host}/?allow_experimental_low_cardinality_type=1`, {
    method: 'POST',
    body: sql,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${text} in ${sql.slice(0, 200)}`)
  return text
}

async function untilReady(host: string, process: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (process.exitCode !== null) throw new Error(`the server of ${host} ended with ${process.exitCode}`)
    const isReady = await fetch(`http://${host}/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await wait(100)
  }
  throw new Error(`the server of ${host} does not answer`)
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

/** Makes a certificate for loopback, where openssl is installed. */
function certificateIn(folder: string): string | null {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name))
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
  ])
  return made.status === 0 ? certificate : null
}

function config(
  own: string,
  ports: readonly number[],
  server: number,
  https: number | null,
  folder: string,
): string {
  const [http, tcp, interserver] = ports.slice(3 * server)
  const secure = `<https_port>${https}</https_port><openSSL><server><certificateFile>${folder}/certificate.pem</certificateFile><privateKeyFile>${folder}/key.pem</privateKeyFile><verificationMode>none</verificationMode></server></openSSL>`
  const shards = [ports[1], ports[4]].map(
    (port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`,
  )
  return `<yandex>
    <logger><level>none</level></logger>
    <http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><interserver_http_port>${interserver}</interserver_http_port>
    ${https === null ? '' : secure}
    <listen_host>127.0.0.1</listen_host>
    <path>${own}/data/</path><tmp_path>${own}/tmp/</tmp_path>
    <users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
    <mark_cache_size>100000000</mark_cache_size>
    <remote_servers><two>${shards.join('')}</two></remote_servers>
  </yandex>`
}

function userConfig(): string {
  const user = ([name, password]: readonly string[]) =>
    `<${name}><password>${password}</password><networks><ip>127.0.0.1</ip></networks><profile>${name === 'fixed' ? 'fixed' : 'default'}</profile><quota>default</quota></${name}>`
  return `<yandex>
    <profiles><default></default><fixed><readonly>1</readonly></fixed></profiles>
    <users>${Object.entries(users).map(user).join('')}</users>
    <quotas><default></default></quotas>
  </yandex>`
}
