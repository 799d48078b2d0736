import type { DataSource } from 'typeorm';
import { Dept, LoginLog, Role, User } from './entities.js';

const day = (date: string) => new Date(`${date}T08:00:00.000Z`);

/** The rows of the admin panel: four users in two departments, one without any, and what they did. */
export async function seedAdmin(source: DataSource): Promise<void> {
  const { manager } = source;
  const [oslo, bergen] = await manager.save(Dept, [
    { id: 1, name: 'Oslo', sortNo: 2 },
    { id: 2, name: 'Bergen', sortNo: 1 },
  ]);
  const [admin, guest] = await manager.save(Role, [
    { id: 1, name: 'Admin', value: 'admin', status: true },
    { id: 2, name: 'Guest', value: 'guest', status: false },
  ]);
  const user = (id: number, username: string, rest: object) =>
    ({
      id,
      username,
      nickname: null,
      email: `${username}@x.org`,
      status: true,
      salary: id * 100,
      password: 'x',
      ...rest,
    }) as User;
  const users = await manager.save(User, [
    user(1, 'ann', { age: 30, createdAt: day('2024-01-01'), dept: oslo, roles: [admin] }),
    user(2, 'anton', { age: 41, createdAt: day('2024-01-15'), dept: bergen, roles: [admin, guest], nickname: 'Toni' }),
    user(3, 'bob%', { age: 25, createdAt: day('2024-02-01'), dept: bergen, roles: [guest], status: false }),
    user(4, 'cleo', { age: 30, createdAt: day('2024-02-20'), dept: null, roles: [] }),
  ]);
  await manager.save(
    LoginLog,
    users.map((each, index) => ({
      ...{ id: index + 1, ip: `10.0.0.${index + 1}`, address: index < 2 ? 'Norway' : 'Sweden' },
      ...{ createdAt: day(`2024-03-0${index + 1}`), user: each },
    })) as LoginLog[],
  );
}
