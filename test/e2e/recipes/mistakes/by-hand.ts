import { Between, In, type Repository } from 'typeorm';
import type { Note, Post } from './blog.js';

/**
 * List endpoints as people write them, each with one of the classic mistakes of `docs/classic-mistakes.md`, which shows
 * this code and its wrong answers.
 */
export const byHand = {
  async withoutTag(posts: Repository<Post>, tag: string) {
    const found = await posts
      .createQueryBuilder('post')
      .leftJoin('post.tags', 'tag')
      .where('tag.name != :tag', { tag })
      .orderBy('post.id')
      .getMany();
    return found.map(({ id }) => id);
  },

  async firstPage(posts: Repository<Post>, size: number) {
    const found = await posts
      .createQueryBuilder('post')
      .leftJoinAndSelect('post.comments', 'comment')
      .orderBy('post.id')
      .limit(size)
      .getMany();
    return found.map(({ id }) => id);
  },

  async total(posts: Repository<Post>, approved: boolean) {
    const counted = await posts
      .createQueryBuilder('post')
      .innerJoin('post.comments', 'comment')
      .where('comment.approved = :approved', { approved })
      .select('COUNT(*)', 'total')
      .getRawOne<{ total: string | number }>();
    return Number(counted?.total);
  },

  async titled(posts: Repository<Post>, text: string) {
    const found = await posts
      .createQueryBuilder('post')
      .where('post.title LIKE :text', { text: `%${text}%` })
      .orderBy('post.id')
      .getMany();
    return found.map(({ id }) => id);
  },

  async withoutRefused(posts: Repository<Post>) {
    const found = await posts
      .createQueryBuilder('post')
      .where((query) => {
        const refused = query
          .subQuery()
          .select('comment.post')
          .from('Comment', 'comment')
          .where('comment.approved = :approved', { approved: false });
        return `post.id NOT IN ${refused.getQuery()}`;
      })
      .orderBy('post.id')
      .getMany();
    return found.map(({ id }) => id);
  },

  async byAuthor(posts: Repository<Post>) {
    const found = await posts
      .createQueryBuilder('post')
      .innerJoin('post.author', 'author')
      .orderBy('author.name')
      .getMany();
    return found.map(({ id }) => id);
  },

  async newest(posts: Repository<Post>, page: number) {
    const found = await posts.find({ order: { id: 'DESC' }, skip: (page - 1) * 2, take: 2 });
    return found.map(({ id }) => id);
  },

  async publishedIn(posts: Repository<Post>, first: string, last: string) {
    const found = await posts.find({
      where: { publishedAt: Between(new Date(first), new Date(last)) },
      order: { id: 'ASC' },
    });
    return found.map(({ id }) => id);
  },

  async bySerial(posts: Repository<Post>, serial: string) {
    const found = await posts
      .createQueryBuilder('post')
      .where('post.serial = :serial', { serial: Number(serial) })
      .getMany();
    return found.map(({ id }) => id);
  },

  async sorted(posts: Repository<Post>, column: string) {
    const found = await posts
      .createQueryBuilder('post')
      .innerJoin('post.author', 'author')
      .orderBy(`author.${column}`)
      .getMany();
    return found.map(({ id }) => id);
  },

  async listed(posts: Repository<Post>, ids: string) {
    const found = await posts.find({ where: { id: In(ids.split(',').map(Number)) }, order: { id: 'ASC' } });
    return found.map(({ id }) => id);
  },

  async notesAbout(notes: Repository<Note>, tenant: number, text: string) {
    const found = await notes
      .createQueryBuilder('note')
      .where('note.tenant = :tenant', { tenant })
      .andWhere('note.title LIKE :text', { text: `%${text}%` })
      .orWhere('note.body LIKE :text', { text: `%${text}%` })
      .orderBy('note.id')
      .getMany();
    return found.map(({ id }) => id);
  },
};
