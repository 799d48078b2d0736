/** The tables of the comparison, for any copy of TypeORM, and their rows: those of `docs/classic-mistakes.md`. */
export class Author {}
export class Tag {}
export class Comment {}
export class Post {}

const id = { type: 'integer', primary: true };
const text = { type: 'varchar' };
const manyToOne = (target, inverseSide) => ({ type: 'many-to-one', target: () => target, nullable: true, inverseSide });

export function schemasOf({ EntitySchema }) {
  return [
    { name: 'Author', target: Author, columns: { id, name: text, passwordHash: text } },
    { name: 'Tag', target: Tag, columns: { name: { ...text, primary: true } } },
    {
      ...{ name: 'Comment', target: Comment },
      columns: { id, approved: { type: 'boolean' }, stars: { type: 'integer' } },
      relations: { post: manyToOne(Post, 'comments') },
    },
    {
      ...{ name: 'Post', target: Post },
      columns: { id, title: text, serial: { type: 'bigint' } },
      relations: {
        author: manyToOne(Author),
        tags: { type: 'many-to-many', target: () => Tag, joinTable: true },
        comments: { type: 'one-to-many', target: () => Comment, inverseSide: 'post' },
      },
    },
  ].map((schema) => new EntitySchema(schema));
}

export async function fill({ manager }) {
  const names = ['draft', 'bread'];
  const authors = ['Ada', 'Bo', 'Cy'].map((name, index) => ({ id: index + 1, name, passwordHash: 'maz'[index] }));
  const post = (one, title, serial, author, tags) => ({
    ...{ id: one, title, serial, author: author && { id: author }, tags: tags.map((name) => ({ name })) },
  });
  await manager.save(
    Tag,
    names.map((name) => ({ name })),
  );
  await manager.save(Author, authors);
  await manager.save(Post, [
    post(1, '100% rye', '9007199254740992', 1, ['draft', 'bread']),
    post(2, '1000 loaves', '9007199254740993', 2, ['bread']),
    post(3, 'No author', '3', null, []),
    post(4, 'Late rye', '4', 3, ['draft']),
  ]);
  const comment = (one, approved, stars, of) => ({ id: one, approved, stars, post: { id: of } });
  await manager.save(Comment, [
    comment(1, true, 5, 1),
    comment(2, true, 4, 1),
    comment(3, true, 1, 2),
    comment(4, false, 5, 2),
  ]);
}
