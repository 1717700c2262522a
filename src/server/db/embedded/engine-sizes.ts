const kB = 1024
const MB = 1024 * kB

/**
 * PostgreSQL settings for a computer of the shop that has this much memory in bytes, and runs the windows as well. Its own
 * defaults are for a machine of 1 GB: a search over years then writes its intermediate results to the disk.
 */
export function engineSizes(memory: number): Record<string, string> {
  const part = (share: number, least: number, most: number): string =>
    `${Math.floor(Math.min(most, Math.max(least, memory / share)) / kB)}kB`
  return {
    shared_buffers: part(16, 128 * MB, 1024 * MB),
    // What PostgreSQL may expect in its own memory and in the file cache of the system.
    effective_cache_size: part(2, 512 * MB, 64 * 1024 * MB),
    // For one step of one query; a connection may use several.
    work_mem: part(512, 4 * MB, 64 * MB),
    maintenance_work_mem: part(64, 64 * MB, 256 * MB),
    // What is asked again and again is in memory: reading a page by an index costs little more than reading the next one.
    random_page_cost: '1.1',
    // A voucher or a bill names more tables than the usual eight; below twelve all orders are still compared.
    join_collapse_limit: '11',
    // Statistics of a ledger that only grows follow it after a twentieth, not a tenth.
    autovacuum_analyze_scale_factor: '0.05',
  }
}
